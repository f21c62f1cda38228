import { defineConfig } from 'vitest/config';

/** What is in deploy/: the image, built, and what an operator runs in it; the unit, under a running systemd. */
export default defineConfig({
  test: {
    name: 'container',
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    globalSetup: 'test/container/base.ts',
    include: ['test/container/**/*.test.ts'],
  },
});
