import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const limits = {
  // A test that deadlocks on the embedded database's only connection must fail, not hang. One that takes a second alone
  // can take several beside the other steps.
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/** The API suite on one of the two engines, without some of its folders. */
const api = (engine: 'embedded' | 'PostgreSQL', ...without: string[]) => ({
  test: {
    ...limits,
    name: engine,
    include: ['test/api/**/*.test.ts'],
    exclude: without.map((folder) => `test/api/${folder}/**`),
    globalSetup: `test/support/${engine.toLowerCase()}Templates.ts`,
    // A fifth of their time would be loading the server anew for each file. The server keeps nothing in modules.
    isolate: false,
    setupFiles: 'test/support/eachFile.ts',
  },
});

export default defineConfig({
  test: {
    // One more than processors, because much of the time goes by in waiting for limits.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['{contract,server,sheets,web}/**/*.test.ts', 'test/unit/**/*.test.ts'],
        },
      },
      // Tests for a single engine are in a folder named after it. Those that ask nothing of a database but to be there
      // are in `http`, and run once: on PostgreSQL, which is faster.
      ...(process.env.TEST_DATABASE_URL
        ? [api('embedded', 'database/postgresql', 'http'), api('PostgreSQL', 'database/embedded')]
        : [api('embedded', 'database/postgresql')]),
    ],
  },
});
