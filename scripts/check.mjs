// npm run check: words, format, lint and types. With --changed only of the files that differ from the last commit, fit for a
// commit hook: `npm run check -- --changed`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { environment, findNode, install, installLinters, refuse } from './toolchain.mjs';

/** The type-checked folders, each with those that import it. */
const importers = {
  contract: ['intake', 'server', 'web', 'test'],
  sheets: ['intake', 'server', 'web', 'test'],
  intake: ['server', 'web', 'test'],
  server: ['test'],
  web: ['test'],
  test: [],
};
const folders = Object.keys(importers);

await install();
const node = findNode();
const env = environment(node);
const given = process.argv.slice(2);
if (given.some((one) => one !== '--changed'))
  refuse(`Unknown argument ${given.join(' ')}. Use --changed, or nothing.`);
await (given.length > 0 ? checkChanged() : checkAll());

function checkAll() {
  const steps = ['words', 'format', 'lint', ...folders.map((folder) => `types-${folder}`)];
  runs(['scripts/test.mjs', ...steps]);
}

async function checkChanged() {
  const files = changed().filter((file) => existsSync(file));
  if (files.length === 0) return console.log('Nothing differs from the last commit.');
  await installLinters();
  const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
  runs(['scripts/words.mjs', ...files]);
  runs(['tools/node_modules/@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...files]);
  if (code.length > 0) runs(['tools/node_modules/oxlint/bin/oxlint', '--type-aware', ...code]);
  const own = folders.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
  const affected = new Set(own.flatMap((folder) => [folder, ...importers[folder]]));
  for (const folder of affected) runs(['node_modules/typescript/bin/tsc', '-p', folder]);
}

function changed() {
  const git = (...words) => spawnSync('git', words, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Runs a tool, and ends with its exit code if it fails. */
function runs(words) {
  const { status } = spawnSync(node, words, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
