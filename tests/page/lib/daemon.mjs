// A daemon for one test: a temporary home, a free port, requests to it, its end.
// Knows: the program, the line that tells where it listens. Must not know: the page.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const passedOn = ['LD_LIBRARY_PATH', 'ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS', 'LSAN_OPTIONS'];

export class Daemon {
  // `settings`: lines of config.toml.
  constructor(binary, settings = '') {
    this.binary = binary;
    this.folder = mkdtempSync(join(tmpdir(), 'ai-memory-page-'));
    const home = join(this.folder, 'home');
    mkdirSync(join(home, '.config', 'ai-memory'), { recursive: true });
    writeFileSync(join(home, '.config', 'ai-memory', 'config.toml'), `[access_log]\nenabled = "always"\n${settings}`, { mode: 0o600 });
    this.environment = {
      ...Object.fromEntries(passedOn.filter((name) => name in process.env).map((name) => [name, process.env[name]])),
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: this.folder,
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
      AI_MEMORY_DB: join(this.folder, 'memories.db'),
      AI_MEMORY_LLM_URL: 'http://127.0.0.1:9',
    };
  }

  // `port` 0: one that is free.
  async start(port = 0) {
    this.said = '';
    this.process = spawn(this.binary, ['serve', '--port', String(port)], { cwd: this.folder, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    const told = await new Promise((resolve, reject) => {
      const hear = (chunk) => {
        this.said += chunk;
        const match = /serves .+ at http:\/\/[^ ]+:(\d+)/.exec(this.said);
        if (match) resolve(match);
      };
      this.process.stdout.on('data', hear);
      this.process.stderr.on('data', hear);
      this.process.once('exit', (status) => reject(new Error(`serve ended with ${status}: ${this.said}`)));
    });
    this.port = Number(told[1]);
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  async stop() {
    this.process.kill('SIGTERM');
    await this.ended;
  }

  async remove() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  // The reply to a request of the REST interface; an error for a status of 400 and more.
  async api(method, path, body) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const reply = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${reply.message}`);
    return reply;
  }

  // The command line on the same database.
  run(arguments_, input = '') {
    const done = spawnSync(this.binary, arguments_, { cwd: this.folder, env: this.environment, input, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`ai-memory ${arguments_.join(' ')}: ${done.stderr}`);
    return done.stdout;
  }
}
