#!/usr/bin/env node
// Starts the installed Firefox for Playwright, and translates the messages that the two understand differently.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { installedFirefox } from '../../scripts/firefox.mjs';
import { between } from './translation.mjs';

const READY = /WebDriver BiDi listening on (ws:\/\/.*)$/;

// The colors of a page are set by the browser's own scripts, which this allows.
const given = ['--remote-allow-system-access', ...process.argv.slice(2)];
const firefox = spawn(installedFirefox(), given, { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, address] = READY.exec(line) ?? [];
  if (address) standBefore(address);
  else console.error(line);
}

function standBefore(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  );
  server.on('connection', (playwright) => {
    const browser = new WebSocket(`${address}/session`);
    const send = (to) => (message) => to.send(JSON.stringify(message));
    const { fromPlaywright, fromBrowser } = between(send(browser), send(playwright));
    const early = [];
    let pass = (message) => early.push(message);
    playwright.on('message', (data) => pass(JSON.parse(String(data))));
    browser.addEventListener('open', () => {
      pass = fromPlaywright;
      early.forEach(pass);
    });
    browser.addEventListener('message', ({ data }) => fromBrowser(JSON.parse(data)));
    browser.addEventListener('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
}
