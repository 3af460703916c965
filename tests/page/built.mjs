// The built files that are committed are those that the sources give.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { built, unpack } from '../web/pack.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '../web');
const modules = join(web, '../../node_modules');

function run(program, ...rest) {
  const done = spawnSync(process.execPath, [join(modules, program), ...rest], { cwd: web, encoding: 'utf8' });
  assert.equal(done.status, 0, `${program}: ${done.stdout}${done.stderr}`);
}

test('the sources keep their types', () => run('typescript/bin/tsc', '--noEmit'));

test('the committed bundle is what the sources give', () => {
  run('vite/bin/vite.js', 'build', '--logLevel', 'error');
  run('vite/bin/vite.js', 'build', '--logLevel', 'error', '--config', 'vite.app.config.ts');
  const now = built(join(web, 'dist'));
  const committed = unpack(readFileSync(process.env.AIM_BUNDLE));
  const advice = 'run: cd web && npm ci && npm run build, and commit src/http/page/page.bundle';
  assert.deepEqual([...committed.keys()], [...now.keys()], advice);
  for (const [name, bytes] of now) assert.ok(committed.get(name).bytes.equals(bytes), `${name} differs; ${advice}`);
});

test('the lock file names no registry', () => {
  assert.doesNotMatch(readFileSync(join(web, 'package-lock.json'), 'utf8'), /"resolved"|https?:\/\/[^"]*registry/);
});
