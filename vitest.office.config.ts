import { defineConfig } from 'vitest/config';

/** Tests the reading and writing of workbooks against another program that does. */
export default defineConfig({
  test: {
    name: 'office',
    // Its first start makes a profile, which takes long on a slow disk.
    testTimeout: 50_000,
    hookTimeout: 50_000,
    include: ['test/office/**/*.test.ts'],
  },
});
