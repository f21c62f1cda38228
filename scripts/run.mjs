// Runs a program of the project on the project's own Node, installing and building what is missing first, until it
// ends or is told to stop: node scripts/run.mjs PROGRAM ARGUMENTS…
import { spawn } from 'node:child_process';
import { buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

install();
const node = findNode();
if (!buildPages(node)) refuse('The pages could not be built: see above.');

// The channel tells the program when this process is gone, however it went.
const program = spawn(node, process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(node),
});

let told = 0;
function stop(signal) {
  // A terminal and npm may both say it; a second one within moments would cut the first short.
  if (Date.now() - told < 1000) return;
  told = Date.now();
  program.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// npm may be killed without a word to what it has started.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop('SIGTERM'), 500);

program.on('error', (error) => refuse(`The program could not be started: ${error.message}.`));
program.on('exit', (code) => process.exit(code ?? 1));
