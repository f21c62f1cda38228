import { defineConfig } from 'vitest/config';

/** What is in deploy/: the image, built, and what an operator runs in it; the unit, under a running systemd. */
export default defineConfig({
  test: {
    name: 'container',
    // Each of the three files waits for most of its time: for a registry, for systemd, for proxies.
    maxWorkers: 3,
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    globalSetup: 'test/container/base.ts',
    include: ['test/container/**/*.test.ts'],
  },
});
