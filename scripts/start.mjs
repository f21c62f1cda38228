// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process';
import { buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

install();
const node = findNode();
if (!buildPages(node)) refuse('The pages could not be built: see above.');

// The channel tells the server when this process is gone, however it went.
const server = spawn(node, ['server/main.ts', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: environment(node),
});

let told = 0;
function stop(signal) {
  // A terminal and npm may both say it; a second one within moments would cut the first short.
  if (Date.now() - told < 1000) return;
  told = Date.now();
  server.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// npm may be killed without a word to what it has started.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop('SIGTERM'), 500);

server.on('error', (error) => refuse(`The server could not be started: ${error.message}.`));
server.on('exit', (code) => process.exit(code ?? 1));
