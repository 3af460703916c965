// Drives the binary with the official TypeScript SDK, which most assistants are built on, over stdio and HTTP (C1–C6).
// Then the profiles (J1, J3, K1), by what profiles.json wants of each. setup.sh installs the SDK and starts this:
// node client.mjs BINARY PROFILES. Runs with releases from 1.10 on; what a release does not know (structured content,
// elicitation) is left out with it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";

const binary = process.argv[2];
const profiles = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ai-memory-test-"));
const passedOn = ["PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"].filter((name) => name in process.env);
const env = {
  ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
  HOME: folder,
  AI_MEMORY_DB: path.join(folder, "memories.db"),
  AI_MEMORY_NO_CONFIG: "1",
};
const knowsElicitation = "ElicitRequestSchema" in types;
const knowsStructure = "structuredContent" in (types.CallToolResultSchema.shape ?? {});

// The daemon: its process and address.
async function serve(flags = []) {
  const process = spawn(binary, ["serve", "--port", "0", ...flags], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const piece of process.stderr) {
    said += piece;
    const told = said.match(/ at (http:\/\/[^ \n]+)/);
    if (told) {
      process.stderr.resume();
      return { process, url: told[1] };
    }
  }
  throw new Error(`serve ended: ${said}`);
}

function text(result) {
  // Behind the reply there may be the reminder to store something.
  assert.ok(result.content.slice(1).every((each) => each.text.startsWith("Nothing was stored")));
  assert.equal(result.content[0].type, "text");
  return result.content[0].text;
}

class Drive {
  constructor(way, url) {
    this.way = way;
    this.url = url;
    this.told = [];
    this.asked = [];
    this.answer = "decline";
    const options = knowsElicitation ? { capabilities: { elicitation: {} } } : {};
    this.client = new Client({ name: "ai-memory-tests", version: "1" }, options);
    this.client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, (each) => void this.told.push(each.params.uri));
    if (knowsElicitation)
      this.client.setRequestHandler(types.ElicitRequestSchema, (request) => {
        this.asked.push(request.params.message);
        return this.answer === "accept" ? { action: "accept", content: { confirm: true } } : { action: this.answer };
      });
  }

  transport() {
    if (this.way === "http") return new StreamableHTTPClientTransport(new URL(`${this.url}/mcp`));
    return new StdioClientTransport({ command: binary, args: ["mcp"], cwd: folder, env });
  }

  async call(name, args, options) {
    const result = await this.client.callTool({ name, arguments: args }, undefined, options);
    assert.ok(!result.isError, `${name}: ${text(result)}`);
    if (knowsStructure && result.structuredContent) assert.deepEqual(result.structuredContent, JSON.parse(text(result)));
    return text(result)[0] === "{" ? JSON.parse(text(result)) : text(result);
  }

  async tools() {
    const names = (await this.client.listTools()).tools.map((tool) => tool.name);
    assert.ok(new Set(names).size >= 23, `23 tools or more at the semantic tier: ${names}`);
  }

  async memories() {
    // The SDK checks structured content against the output schemas it has just listed.
    const namespace = `sdk-${this.way}`;
    const { id } = await this.call("memory_store", { title: "TypeScript SDK", content: "over the wire", namespace });
    assert.match(await this.call("memory_recall", { context: "typescript wire", namespace }), /^count:1\|/);
    const found = await this.call("memory_recall", { context: "typescript wire", namespace, format: "json" });
    assert.equal(found.memories[0].id, id);
    const many = await Promise.all(Array.from({ length: 20 }, () => this.call("memory_get", { id })));
    assert.ok(many.every((each) => each.content === "over the wire"));
  }

  async refusals() {
    const unknown = await this.client.callTool({ name: "memory_get", arguments: { id: "00000000-0000-4000-8000-000000000000" } });
    assert.equal(unknown.isError, true);
    const refused = await this.client.callTool({ name: "memory_store", arguments: { title: "T", content: "c", priority: 11 } });
    assert.equal(refused.isError, true);
    assert.match(text(refused), /priority/);
    await assert.rejects(this.client.getPrompt({ name: "nonsense" }), (error) => error.code === -32602);
  }

  async prompts() {
    const names = (await this.client.listPrompts()).prompts.map((prompt) => prompt.name);
    assert.ok(names.includes("recall-first") && names.includes("memory-workflow"), `prompts: ${names}`);
    const prompt = await this.client.getPrompt({ name: "recall-first", arguments: { namespace: "sdk" } });
    assert.match(prompt.messages[0].content.text, /sdk/);
    const ref = { type: "ref/prompt", name: "recall-first" };
    const completed = await this.client.complete({ ref, argument: { name: "namespace", value: `sdk-${this.way}` } });
    assert.deepEqual(completed.completion.values, [`sdk-${this.way}`]);
  }

  async resources() {
    const uris = (await this.client.listResources()).resources.map((each) => each.uri);
    assert.ok(uris.includes("memory://stats"), `resources: ${uris}`);
    assert.ok((await this.client.listResourceTemplates()).resourceTemplates.length > 0);
    const { id } = await this.call("memory_store", { title: `Watched ${this.way}`, content: "first" });
    const uri = `memory://${id}`;
    await this.client.subscribeResource({ uri });
    const body = JSON.stringify({ content: "second" });
    const put = await fetch(`${this.url}/api/v1/memories/${id}`, { method: "PUT", body, headers: { "content-type": "application/json" } });
    assert.equal(put.status, 200);
    for (let i = 0; i < 200 && !this.told.includes(uri); ++i) await sleep(50);
    assert.ok(this.told.includes(uri), "nothing was told of a change by REST");
    assert.match((await this.client.readResource({ uri })).contents[0].text, /second/);
    await this.client.unsubscribeResource({ uri });
  }

  async progress() {
    const ids = [];
    for (let i = 0; i < 60; ++i) ids.push((await this.call("memory_store", { title: `Part ${i}`, content: "x", namespace: "parts" })).id);
    const seen = [];
    await this.call("memory_consolidate", { ids, title: `Whole ${this.way}`, summary: "all" }, { onprogress: (each) => seen.push(each.progress) });
    // The SDK drops progress that comes in one piece with the answer, as it does over a pipe.
    assert.ok(this.way === "stdio" || seen.length > 0, "no progress was told");
  }

  async confirmation() {
    const namespace = `doomed-${this.way}`;
    for (let i = 0; i < 3; ++i) await this.call("memory_store", { title: `Doomed ${i}`, content: "x", namespace });
    for (const [answer, left] of [["decline", 3], ["cancel", 3], ["accept", 0]]) {
      this.answer = answer;
      this.asked.length = 0;
      await this.client.callTool({ name: "memory_forget", arguments: { namespace } });
      assert.match(this.asked.join("; "), /3 memories/);
      assert.equal((await this.call("memory_list", { namespace, format: "json" })).count, left, `after ${answer}`);
    }
  }

  async run() {
    await this.client.connect(this.transport());
    assert.equal(this.client.getServerVersion().name, "ai-memory");
    await this.client.ping();
    const parts = [this.tools, this.memories, this.refusals, this.prompts, this.resources, this.progress];
    for (const part of knowsElicitation ? [...parts, this.confirmation] : parts) {
      try {
        await part.call(this);
      } catch (error) {
        error.message = `${part.name}: ${error.message}`;
        throw error;
      }
    }
  }
}

// A server as clients of one profile know it.
class ProfileDrive {
  constructor(wanted) {
    this.wanted = wanted;
    this.client = new Client({ name: "ai-memory-tests", version: "1" }, {});
    this.kept = "";
  }

  async call(each) {
    const args = Object.fromEntries(Object.entries(each.arguments).map(([name, value]) => [name, value === "{id}" ? this.kept : value]));
    const result = await this.client.callTool({ name: each.tool, arguments: args });
    if (each.refused) {
      assert.equal(result.isError, true, `${each.tool} is not refused for ${each.refused}`);
      assert.ok(text(result).includes(each.refused), `${each.tool}: ${text(result)}`);
      return;
    }
    assert.ok(!result.isError, `${each.tool}: ${text(result)}`);
    const reply = JSON.parse(text(result));
    if (knowsStructure) assert.deepEqual(result.structuredContent, reply, each.tool);
    for (const [name, value] of Object.entries(each.holds)) assert.deepEqual(reply[name], value, `${each.tool}: ${text(result)}`);
    if (each.id) this.kept = reply[each.id];
  }

  async run(transport) {
    const { wanted, client } = this;
    await client.connect(transport);
    assert.equal(client.getServerVersion().name, wanted.server);
    // The SDK checks structured content against the output schemas it has just listed.
    for (let i = 0; i < 2; ++i) assert.deepEqual((await client.listTools()).tools.map((tool) => tool.name), wanted.tools);
    for (const each of wanted.calls) await this.call(each);
    const nothing = await client.callTool({ name: "memory_nonsense", arguments: {} }).catch((error) => error);
    assert.ok(nothing.isError || nothing.code === -32602, `an unknown tool: ${JSON.stringify(nothing)}`);
    await assert.rejects(client.readResource({ uri: "memory://nothing-like-it" }), (error) => [-32002, -32601].includes(error.code));
    const offers = client.getServerCapabilities().resources !== undefined;
    assert.equal(offers, wanted.resources.length > 0, "the capability of resources");
    if (offers) assert.deepEqual((await client.listResources()).resources.map((each) => each.uri), wanted.resources);
    for (const [uri, holds] of Object.entries(wanted.read)) {
      const { contents } = await client.readResource({ uri });
      assert.ok(contents.length === 1 && contents[0].mimeType === "text/markdown" && contents[0].text.includes(holds), `${uri}: ${contents[0].text}`);
    }
    await this.call(wanted.end);
  }
}

let failed = 0;

// Runs one connection to its end, and says how it went.
async function report(name, drive, run) {
  try {
    await run();
    console.log(`typescript_sdk, ${name}: ok${knowsElicitation ? "" : ", without elicitation"}`);
  } catch (error) {
    console.log(`typescript_sdk, ${name}: FAILED: ${error.message}`);
    failed = 1;
  }
  await drive.client.close().catch(() => {});
}

async function end(daemon) {
  const ended = new Promise((resolve) => daemon.process.once("exit", (status) => resolve(status)));
  daemon.process.kill("SIGTERM");
  const status = await Promise.race([ended, sleep(20_000, "no end", { ref: false })]);
  if (status !== 0) {
    console.log(`typescript_sdk: FAILED: the daemon ended with ${status}`);
    failed = 1;
  }
}

const daemon = await serve();
for (const way of ["stdio", "http"]) {
  const drive = new Drive(way, daemon.url);
  await report(way, drive, () => drive.run());
}
await end(daemon);
for (const [profile, wanted] of Object.entries(profiles)) {
  const project = path.join(folder, profile, "shop");
  fs.mkdirSync(path.join(project, ".memory"), { recursive: true });
  fs.writeFileSync(path.join(project, "NOTES.md"), "# Notes\n\nA note.\n");
  const flags = ["--profile", profile, "--project", project];
  const daemon = await serve(flags);
  const transports = {
    stdio: () => new StdioClientTransport({ command: binary, args: ["mcp", ...flags], cwd: folder, env }),
    http: () => new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`)),
  };
  for (const [way, transport] of Object.entries(transports)) {
    const drive = new ProfileDrive(wanted);
    await report(`${profile}, ${way}`, drive, () => drive.run(transport()));
  }
  await end(daemon);
}
fs.rmSync(folder, { recursive: true, force: true });
process.exit(failed);
