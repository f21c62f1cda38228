import type { Case } from './case.ts';
import { median } from './screens.ts';

/** Terms that no earlier request has computed. */
const FIRST = 2005;
const TERMS = 6;

/** All rules of data quality and the programs by CIP, over HTTP, each time in another term so that nothing is cached. */
export const quality: Case = {
  name: 'quality',
  async run({ registrar, times }) {
    const time = async (path: string) => {
      const since = performance.now();
      const response = await registrar.get(path);
      if (response.status !== 200) throw new Error(`${path} gets ${response.status}`);
      return performance.now() - since;
    };
    const taken: Record<'rules' | 'same' | 'programs', number[]> = { rules: [], same: [], programs: [] };
    for (let year = FIRST; year < FIRST + TERMS; year += 1) {
      taken.rules.push(await time(`/quality?asOf=${year}92`));
      taken.same.push(await time(`/quality?asOf=${year}92`));
      taken.programs.push(await time(`/programs?asOf=${year}92&since=${year - 1}92`));
    }
    const goal = times > 10 ? {} : { of: 'the goal', atMost: 1, limit: 1000 };
    return [
      { measured: 'all quality rules', unit: 'ms', value: median(taken.rules), ...goal },
      { measured: '… not changed', unit: 'ms', value: median(taken.same) },
      { measured: 'programs by CIP, compared with another term', unit: 'ms', value: median(taken.programs) },
    ];
  },
};
