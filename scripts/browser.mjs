// Finds or installs a browser for the tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installPackages } from './postgresql.mjs';

// The first has no window and is a third faster.
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of an installed Chromium or Chrome, or undefined. */
export const installedBrowser = () =>
  [process.env.PLAYWRIGHT_CHROMIUM, ...known].find((path) => path && existsSync(path));

/** The path of a Chromium or Chrome, installing one if needed; undefined if that fails. */
export const findBrowser = (node) => installedBrowser() ?? fetched(node);

function fetched(node) {
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  console.log('Installing a browser…');
  if (installPackages('chromium-headless-shell') || installPackages('chromium')) return installedBrowser();
  spawnSync(node, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return existsSync(own) ? own : undefined;
}
