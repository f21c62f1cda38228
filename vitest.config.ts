import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const limits = {
  // A test that deadlocks on the embedded database's only connection must fail, not hang. One that takes seconds alone can
  // take ten times as long on a slow machine with other work.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What is waited for comes, but on a busy machine not within a second.
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Without times of an earlier run, Vitest starts the largest files first. Those that start servers or clusters take longest,
 * however short they are: at the end, the last of them would run alone.
 */
class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Sorted by their names. The last of them, with PostgreSQL, has the most short files.
    const projects = [...new Set(sorted.map(({ project }) => project))].toReversed();
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(startsServers), ...own.filter((file) => !startsServers(file))];
    });
  }
}

const startsServers = ({ moduleId }: TestSpecification) =>
  /support\/(scenarioTest|serverProcess|ownCluster|startedServer|writer)\b/.test(
    readFileSync(moduleId, 'utf8'),
  );

// Unit tests outside of web/ of its modules.
const ofWeb = ['test/unit/asOf.test.ts', 'test/unit/serverTime.test.ts'];

/** A folder of API tests on one of the two engines, without those for the other engine. */
const api = (engine: 'embedded' | 'PostgreSQL', folder: string, without: string) => ({
  test: {
    ...limits,
    name: engine,
    include: [`${folder}/**/*.test.ts`],
    exclude: [`${without}/**`],
    globalSetup: `test/support/${engine.toLowerCase()}Templates.ts`,
    // A fifth of their time would be loading the server again for each file. The server keeps nothing in modules.
    isolate: false,
    setupFiles: 'test/support/eachFile.ts',
  },
});

export default defineConfig({
  test: {
    // A fifth of the time of API tests would be collecting garbage from small heaps.
    execArgv: ['--initial-old-space-size=600', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    // One more than processors, because much of the time goes by in waiting for limits.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ServersFirst },
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          // Two thirds of their time would be loading modules again for each file.
          isolate: false,
          include: ['{contract,server,sheets}/**/*.test.ts', 'test/unit/**/*.test.ts'],
          exclude: ofWeb,
        },
      },
      // As in a page that came from the server.
      {
        test: {
          ...limits,
          name: 'unit-web',
          isolate: false,
          setupFiles: 'test/support/pageOfServer.ts',
          include: ['web/**/*.test.ts', ...ofWeb],
        },
      },
      // Start programs: commands, servers, npm, git.
      { test: { ...limits, name: 'processes', include: ['test/processes/**/*.test.ts'] } },
      // What depends on the engine is in `database` and runs on both, but for tests for a single engine, in a folder named
      // after it. The others run once: on PostgreSQL, which is faster, if there is one.
      ...(process.env.TEST_DATABASE_URL
        ? [
            api('embedded', 'test/api/database', 'test/api/database/postgresql'),
            api('PostgreSQL', 'test/api', 'test/api/database/embedded'),
          ]
        : [api('embedded', 'test/api', 'test/api/database/postgresql')]),
    ],
  },
});
