import type { Case } from './case.ts';
import { median } from './screens.ts';

/** Each fall term against the next: each pair is requested once, so that no response comes from a cache. */
const FIRST = 2005;
const PAIRS = 15;

/** The differences between two terms, and the counts of each fall term, over HTTP. */
export const differences: Case = {
  name: 'differences',
  async run({ registrar, times }) {
    const taken: number[] = [];
    for (let year = FIRST; year <= FIRST + PAIRS; year += 1) {
      const since = performance.now();
      await registrar.get(`/differences?from=${year}92&to=${year + 1}92`);
      taken.push(performance.now() - since);
    }
    const since = performance.now();
    await registrar.get('/counts/terms');
    const counts = performance.now() - since;
    const goal = times > 10 ? {} : { of: 'the goal', atMost: 1, limit: 100 };
    return [
      { measured: 'differences between two falls', unit: 'ms', value: median(taken.slice(1)), ...goal },
      { measured: 'counts of each fall, not cached', unit: 'ms', value: counts },
    ];
  },
};
