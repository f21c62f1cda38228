import { followEverything } from '../support/feedScenario.ts';
import type { Scenario } from './scenario.ts';

/** Another system follows the feed through a hundred thousand events. */
export const follower: Scenario = {
  name: 'follower',
  promise:
    'A copy that follows the feed ends equal to the database, whatever happens to the server and its database.',
  engines: ['postgresql', 'embedded'],
  run: (run) =>
    followEverything(run, {
      changes: run.short ? 100 : 1_000,
      imports: run.short ? [200] : Array.from({ length: 10 }, () => 5_000),
    }),
};
