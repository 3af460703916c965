-- For wrk: recalls with ever other words, in and out of namespaces; at the end how many answers were not 200.
-- wrk -s recalls.lua URL -- SEED [PATH]; PATH with %s for the words, e.g. /api/v1/search?q=%s
local words = { "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo", "lima", "mike",
  "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor", "whiskey", "xray", "yankee", "zulu" }
local threads = {}
local path = "/api/v1/recall?context=%s&limit=10"

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  math.randomseed((tonumber(arguments[1]) or 1) * 1000 + number)
  path = arguments[2] or path
  wrong, first_wrong = 0, ""
end

function request()
  local chosen = {}
  for i = 1, math.random(1, 5) do
    chosen[i] = words[math.random(#words)]
  end
  return wrk.format("GET", (path:gsub("%%s", (table.concat(chosen, "%%20")))))
end

function response(status, headers, body)
  if status ~= 200 then
    wrong = wrong + 1
    if first_wrong == "" then
      first_wrong = status .. " " .. body:sub(1, 200)
    end
  end
end

-- One line of figures, after wrk's own text.
function done(summary, latency, requests)
  local wrong_in_all, told = 0, ""
  for _, thread in ipairs(threads) do
    wrong_in_all = wrong_in_all + thread:get("wrong")
    if told == "" then told = thread:get("first_wrong") end
  end
  local errors = summary.errors
  io.write(string.format("figures requests=%d seconds=%.6f p50_ms=%.3f p99_ms=%.3f wrong=%d broken=%d told=%s\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, wrong_in_all,
    errors.connect + errors.read + errors.write + errors.timeout, told))
end
