// Drives the binary with the official TypeScript SDK over stdio, which most assistants are built on (C1–C6).
// setup.sh installs the SDK and starts this: node client.mjs BINARY
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const binary = process.argv[2];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ai-memory-test-"));
const transport = new StdioClientTransport({
  command: binary,
  args: ["mcp"],
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    AI_MEMORY_DB: path.join(folder, "memories.db"),
    AI_MEMORY_NO_CONFIG: "1",
    ...(process.env.ASAN_OPTIONS ? { ASAN_OPTIONS: process.env.ASAN_OPTIONS } : {}),
    ...(process.env.TSAN_OPTIONS ? { TSAN_OPTIONS: process.env.TSAN_OPTIONS } : {}),
  },
});
const client = new Client({ name: "ai-memory-tests", version: "1" });

function text(result) {
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, "text");
  return result.content[0].text;
}
async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, `${name}: ${text(result)}`);
  return result;
}

async function tools() {
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  assert.equal(new Set(names).size, 23, `23 tools at the semantic tier: ${names}`);
}

async function memories() {
  // The SDK checks structured content against the output schemas it has just listed.
  const stored = await call("memory_store", { title: "TypeScript SDK", content: "over stdio", namespace: "sdk" });
  assert.deepEqual(stored.structuredContent, JSON.parse(text(stored)));
  const id = stored.structuredContent.id;
  const toon = await call("memory_recall", { context: "typescript stdio", namespace: "sdk" });
  assert.match(text(toon), /^count:1\|/);
  assert.equal(toon.structuredContent, undefined);
  const found = await call("memory_recall", { context: "typescript stdio", format: "json" });
  assert.equal(found.structuredContent.memories[0].id, id);
  const many = await Promise.all(Array.from({ length: 20 }, () => call("memory_get", { id })));
  assert.ok(many.every((each) => each.structuredContent.content === "over stdio"));
}

async function refusals() {
  const unknown = await client.callTool({ name: "memory_get", arguments: { id: "00000000-0000-4000-8000-000000000000" } });
  assert.equal(unknown.isError, true);
  const refused = await client.callTool({ name: "memory_store", arguments: { title: "T", content: "c", priority: 11 } });
  assert.equal(refused.isError, true);
  assert.match(text(refused), /priority/);
  await assert.rejects(client.getPrompt({ name: "nonsense" }), (error) => error.code === -32602);
}

async function prompts() {
  const names = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
  assert.ok(names.includes("recall-first") && names.includes("memory-workflow"), `prompts: ${names}`);
  const prompt = await client.getPrompt({ name: "recall-first", arguments: { namespace: "sdk" } });
  assert.match(prompt.messages[0].content.text, /sdk/);
}

let status = 0;
try {
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, "ai-memory");
  await client.ping();
  await tools();
  await memories();
  await refusals();
  await prompts();
  console.log("typescript_sdk: ok");
} catch (error) {
  console.log(`typescript_sdk: FAILED: ${error.message}`);
  status = 1;
}
await client.close().catch(() => {});
fs.rmSync(folder, { recursive: true, force: true });
process.exit(status);
