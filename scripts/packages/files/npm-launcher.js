#!/usr/bin/env node
// Starts the program for this machine, from the sibling package that npm chose by its system.
const { spawn } = require("node:child_process");
const windows = process.platform === "win32";
const name = `ai-memory-${process.platform}-${process.arch}`;
const words = process.argv.slice(2);
let program;
try {
  program = require.resolve(`${name}/bin/ai-memory${windows ? ".exe" : ""}`);
} catch {
  console.error(`ai-memory: the package ${name} is missing; install again without --omit=optional`);
  process.exit(1);
}
// A newer Node becomes the program, where the system can do that, and does not stay behind it.
if (process.execve && !windows) process.execve(program, [program, ...words], process.env);
const child = spawn(program, words, { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
process.on("SIGINT", () => {}); // the terminal sends it to both
child.on("error", (why) => {
  console.error(`ai-memory: ${program} does not start: ${why.message}`);
  process.exit(1);
});
child.on("exit", (status, signal) => process.exit(signal ? 1 : status));
