-- For wrk: one request after the other, never twice the same; at the end a line of figures (wrk.py reads it).
-- wrk -s requests.lua URL -- KIND SEED [FILE]
--   KIND a path: GET of it, %s in it being the words; store: POST /api/v1/memories with a title of its own each
--   FILE: texts to take the words or contents from, one a line; without it they are made of a few words
local few = { "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo", "lima", "mike",
  "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor", "whiskey", "xray", "yankee", "zulu" }
local threads = {}
local kind, seed, texts = "/api/v1/recall?context=%s&limit=10", 1, nil

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  kind = arguments[1] or kind
  seed = tonumber(arguments[2]) or seed
  if arguments[3] then
    texts = {}
    for line in io.lines(arguments[3]) do
      table.insert(texts, line)
    end
  end
  math.randomseed(seed * 1000 + number)
  serial, wrong, first_wrong = 0, 0, ""
end

local function text()
  if texts then
    return texts[math.random(#texts)]
  end
  local chosen = {}
  for i = 1, math.random(1, 5) do
    chosen[i] = few[math.random(#few)]
  end
  return table.concat(chosen, " ")
end

local function escaped(words)
  return (words:gsub("[^%w]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

function request()
  if kind == "store" then
    serial = serial + 1
    local title = string.format("Stored %d by %d, %s %d", seed, number, few[math.random(#few)], serial)
    local body = string.format('{"title":"%s","content":"%s","namespace":"bench"}', title, (text():gsub('[%c"\\]', " ")))
    return wrk.format("POST", "/api/v1/memories", { ["Content-Type"] = "application/json" }, body)
  end
  return wrk.format("GET", (kind:gsub("%%s", function() return escaped(text()) end)))
end

function response(status, headers, body)
  if status ~= 200 and status ~= 201 then
    wrong = wrong + 1
    if first_wrong == "" then
      first_wrong = status .. " " .. body:sub(1, 200)
    end
  end
end

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
