import { crashes } from './crashes.ts';
import { failover } from './failover.ts';
import { follower } from './follower.ts';
import { overload } from './overload.ts';
import { races } from './races.ts';
import { recovery } from './recovery.ts';
import { rolling } from './rolling.ts';
import type { Scenario } from './scenario.ts';

/**
 * The scenarios of which `npm test` runs a sample: not those that measure times, which other steps disturb, nor what other
 * tests show: the replacement of instances behind a proxy, and a system that follows the feed.
 */
export const sampled: readonly Scenario[] = [races, crashes, failover, recovery];

/** All scenarios in their order. The one that measures times comes first, so that both engines run it at the same time. */
export const scenarios: readonly Scenario[] = [
  overload,
  races,
  crashes,
  failover,
  recovery,
  rolling,
  follower,
];
