// npm run outdated: lists the packages that are not at their newest version, including the linters. Exits with 1 if there
// are any.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
let status = 0;
for (const folder of ['.', 'tools']) {
  const cwd = join(root, folder);
  const result = spawnSync(npm, ['outdated', '--prefix', cwd], {
    cwd,
    stdio: 'inherit',
    shell: npm.endsWith('.cmd'),
  });
  status ||= result.status ?? 1;
}
process.exitCode = status;
