import { defineConfig } from 'vitest/config';

/** Tests the reading and writing of workbooks against another program that does. */
export default defineConfig({
  test: {
    name: 'office',
    // Its first start makes a profile. Alone a test takes up to ten seconds, and on a slow machine many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    include: ['test/office/**/*.test.ts'],
  },
});
