// Runs a program on the project's own Node until it ends or is stopped. First installs and builds missing parts.
// Usage: node scripts/run.mjs PROGRAM ARGUMENTS…
import { spawn } from 'node:child_process';
import { commands, readArguments } from '../server/cli/commands.mjs';
import { arePagesBuilt, buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

const [path = '', ...given] = process.argv.slice(2);
// Help, and errors in the arguments, need no packages and no pages.
const [name] = Object.entries(commands).find(([, { program }]) => program === path) ?? [];
if (name) readArguments(name, given);

// An operator's command needs no pages. Only what is not built yet needs packages that build: an image and a program that was built
// elsewhere have none.
const isReady = path.startsWith('server/cli/') || (path.startsWith('server/') && arePagesBuilt());
await install({ withDevelopment: !isReady });
const node = findNode();
if (!isReady && !(await buildPages(node))) refuse('The pages could not be built: see above.');

// Through the IPC channel the program notices any end of this process.
const program = spawn(node, [path, ...given], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(node),
});

let stoppedAt = 0;
function stop(signal) {
  // The terminal and npm may both send the signal. A second signal right away would interrupt the orderly stop.
  if (Date.now() - stoppedAt < 1000) return;
  stoppedAt = Date.now();
  program.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// npm may be killed without a signal to its child processes.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop('SIGINT'), 500);

program.on('error', (error) => refuse(`The program could not be started: ${error.message}.`));
program.on('exit', (code) => process.exit(code ?? 1));
