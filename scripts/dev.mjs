// npm run dev: the application at one URL, for changing it. Vite serves the pages and replaces what changes in them; all else
// goes to a server that restarts when one of its files changes. Settings are those of `npm start`.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { readArguments } from '../server/cli/commands.mjs';
import { freePort } from './ports.mjs';
import { buildPages, environment, findNode, install, refuse } from './toolchain.mjs';

readArguments('dev');
await install();
const node = findNode();
// The server does not start without pages. Old ones will do: Vite serves those of now.
if (!existsSync('dist/web/index.html') && !(await buildPages(node)))
  refuse('The pages could not be built: see above.');
const port = Number(process.env.PORT ?? 8080);
const serverPort = await freePort();
const { PUBLIC_URL = `http://127.0.0.1:${port}`, BASE_PATH = '/mdsd' } = process.env;
const env = {
  DRAIN_SECONDS: '0',
  ...environment(node),
  BASE_PATH,
  PUBLIC_URL,
  PORT: String(serverPort),
  DEV_SERVER: `http://127.0.0.1:${serverPort}`,
};

const vite = ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port)];
let isStopping = false;
let server = startServer();
const pages = starts(vite);
pages.on('exit', (code) => stop(code ?? 0));
console.log(`The application: ${PUBLIC_URL}${BASE_PATH}/`);

// Not `node --watch`: its messages reach the worker of the embedded database.
let pause;
for (const folder of ['contract', 'intake', 'server', 'sheets'])
  watch(folder, { recursive: true }, () => {
    clearTimeout(pause);
    pause = setTimeout(restart, 100);
  });

function starts(given) {
  const program = spawn(node, given, { stdio: ['ignore', 'inherit', 'inherit'], env });
  return program.on('error', (error) => refuse(`The program could not be started: ${error.message}.`));
}

function startServer() {
  return starts(['server/main.ts']).on('exit', (code) => {
    if (code) console.error('The server has ended. It starts again when one of its files changes.');
  });
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

let isRestarting = false;
function restart() {
  if (isRestarting || isStopping) return;
  isRestarting = true;
  const again = () => {
    isRestarting = false;
    if (!isStopping) server = startServer();
  };
  if (hasEnded(server)) return again();
  server.once('exit', again);
  server.kill('SIGTERM');
}

function stop(code) {
  if (isStopping) return;
  isStopping = true;
  pages.kill('SIGTERM');
  process.exitCode = code;
  if (hasEnded(server)) process.exit();
  server.once('exit', () => process.exit());
  server.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));

// npm may be killed without a signal to its child processes.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop(0), 500);
