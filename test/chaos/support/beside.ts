import { setTimeout as wait } from 'node:timers/promises';
import { hold, type Run } from '../scenario.ts';
import { isReady, type Product } from './server.ts';
import type { Response_ } from './testUser.ts';
import { signIn } from './testUser.ts';

/** Milliseconds that reads may take during a large change on PostgreSQL (contract 9). */
const READS_P99 = 250;

/** How a long call went, and what others met meanwhile. */
export interface Beside {
  answer: Response_;
  takes: number;
  told: string;
}

/** Makes a long call while others read. Fails if the instance is not ready meanwhile, or if reads are slow. */
export async function beside(
  { engine, short }: Run,
  product: Product,
  what: string,
  call: () => Promise<Response_>,
): Promise<Beside> {
  const reader = await signIn(product, 'admin');
  const times: number[] = [];
  const work = { began: performance.now(), takes: 0 };
  const working = call().finally(() => {
    work.takes = performance.now() - work.began;
  });
  while (work.takes === 0) {
    hold(await isReady(product.port), `/readyz does not answer 200 during ${what}`);
    if (engine === 'postgresql') {
      const since = performance.now();
      const { status, text } = await reader.get('/schools');
      hold(status === 200, `A read during ${what} gets ${status}: ${text}`);
      times.push(performance.now() - since);
    }
    await wait(10);
  }
  reader.close();
  const [response, { takes }] = [await working, work];
  if (engine === 'embedded') return { answer: response, takes, told: '/readyz stayed 200' };
  const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0;
  // A sample runs beside other tests.
  hold(short || p99 < READS_P99, `The p99 of reads beside ${what} is ${Math.round(p99)} ms`);
  return {
    answer: response,
    takes,
    told: `/readyz stayed 200, ${times.length} reads beside it with a p99 of ${Math.round(p99)} ms`,
  };
}
