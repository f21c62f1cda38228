// Runs a program of the project on the project's own Node: node scripts/run.mjs PROGRAM ARGUMENTS…
import { spawnSync } from 'node:child_process';
import { buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

install();
const node = findNode();
if (!buildPages(node)) refuse('The pages could not be built: see above.');
const { status } = spawnSync(node, process.argv.slice(2), { stdio: 'inherit', env: environment(node) });
process.exit(status ?? 1);
