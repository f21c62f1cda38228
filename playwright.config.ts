import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { installedBrowser } from './scripts/browser.mjs';
import { freePort } from './scripts/ports.mjs';

// Set only once: the workers read this file too and reuse the values from the first read.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_FOLDER ??= folderOfRun();
const address = `http://127.0.0.1:${process.env.E2E_PORT}/mdsd/`;

const executablePath = installedBrowser();
const beforeOthers = [
  'differences.spec.ts',
  'programs.spec.ts',
  'columns.spec.ts',
  'reportAsOf.spec.ts',
  'asOf.spec.ts',
  'report.spec.ts',
  'roundTrips.spec.ts',
];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Room for a machine that is five times slower.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // As many as processors: with more, pages beside the other steps were drawn too late for what tests expect of them.
  workers: 2,
  // A retry shows whether a failure is flaky or permanent, and records a trace. A flaky test still fails the run.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Each frame of what moves takes time of the processors. Tests of what moves ask for it: `moving`.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes a third of a test's time. To see what fails here: `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of one context share a process, and with it what has been compiled.
        '--process-per-site',
        // The page of a test lives for seconds: to compile its script a second time takes longer than that saves.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  projects: [
    { name: 'sign in', testMatch: 'users.setup.ts' },
    // Run before other tests create items: they expect the sample data as it is.
    { name: 'report', testMatch: beforeOthers, dependencies: ['sign in'] },
    {
      name: 'screens',
      testMatch: '*.spec.ts',
      testIgnore: [...beforeOthers, 'hostile.spec.ts'],
      // Named files run alone (scripts/testFiles.mjs).
      dependencies: [process.env.E2E_FILES ? 'sign in' : 'report'],
    },
    // Its items sort first in many lists, so they must not exist while other tests run.
    {
      name: 'hostile text',
      testMatch: 'hostile.spec.ts',
      dependencies: [process.env.E2E_FILES ? 'sign in' : 'screens'],
    },
  ],
  webServer: {
    command: 'node server/main.ts',
    url: `${address}readyz`,
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: join(process.env.E2E_FOLDER, 'data'),
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
    },
    // It creates its database first, which takes a minute on a machine that is as slow.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

/** For the server's data and the sessions of users: removed when the run has ended. */
function folderOfRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'major-degree-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
