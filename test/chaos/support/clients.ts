import { setTimeout as wait } from 'node:timers/promises';
import { expectThat } from '../../support/expectThat.ts';
import type { Proxy } from '../../support/proxies.ts';
import type { Place } from '../../support/serverProcess.ts';
import type { TestResponse, TestUser } from '../../support/testUser.ts';
import type { Run } from '../scenario.ts';
import { Writers } from './writers.ts';

/** Between the requests of a user in a short run, in ms: a sample leaves the processors to other tests. */
export const SAMPLE_PAUSE = 150;

/** Users who work through one proxy, over kept connections and over new ones. A request that fails is remembered. */
export class Clients {
  readonly #proxy: Proxy;
  readonly #registrar: TestUser;
  readonly #writers: Writers;
  readonly #failed: string[] = [];
  readonly #least: number;
  readonly #pause: number;
  #read = 0;
  #saved = 0;
  #ending = false;
  #running: Promise<void>[] = [];

  constructor({ random, short }: Pick<Run, 'random' | 'short'>, registrar: TestUser, proxy: Proxy) {
    this.#proxy = proxy;
    this.#registrar = registrar;
    this.#pause = short ? SAMPLE_PAUSE : 0;
    this.#writers = new Writers(registrar, random.fork(), this.#pause);
    this.#least = short ? 1_000 : 5_000;
  }

  begin(): void {
    this.#writers.begin(this.#proxy);
    this.#running = [true, false, true, false].flatMap((kept) => [this.#reads(kept), this.#saves(kept)]);
  }

  /** Ends the work, but not before it is enough. Throws if a request failed. */
  async end(): Promise<void> {
    while (this.#read + this.saved < this.#least && this.#failed.length === 0) await wait(100);
    this.#ending = true;
    await Promise.all(this.#running);
    await this.#writers.end();
    const { unavailable, broken } = this.#writers.tally;
    const failed = this.#failed.length + unavailable + broken;
    expectThat(
      failed === 0,
      `Through ${this.#proxy.name} ${failed} requests failed, ${unavailable} of the writers with 503 and ${broken} without a response: ${this.#failed.slice(0, 5).join('; ')}\n${this.#proxy.problems()}`,
    );
  }

  /** The number of acknowledged saves. */
  get saved(): number {
    return this.#saved + this.#writers.tally.acknowledged;
  }

  /** Throws if a save is missing. Returns a figure to report. */
  async check(place: Place): Promise<string> {
    const figure = `${this.#proxy.name}: ${this.#read} reads and ${this.saved} saves, 0 failed`;
    await this.#writers.check(this.#proxy);
    await this.#writers.audit(place);
    return figure;
  }

  async #reads(kept: boolean): Promise<void> {
    const paths = ['/auth/me', '/departments', '/schools', '/degrees', '/lookups/terms'];
    await this.#work(kept, async (ask) => {
      for (const path of paths) if (await ask('GET', path, 200)) this.#read += 1;
    });
  }

  async #saves(kept: boolean): Promise<void> {
    await this.#work(kept, async (ask) => {
      const form = { title7: 'ROLL', title: 'Rolling' };
      const made = await ask('POST', '/departments', 201, form);
      if (!made) return;
      this.#saved += 1;
      const { deptKey, version } = made.json() as { deptKey: number; version: number };
      const path = `/departments/${deptKey}`;
      if (await ask('PUT', path, 200, { ...form, title: 'Rolled', version })) this.#saved += 1;
      if (await ask('DELETE', path, 204)) this.#saved += 1;
    });
  }

  /** Repeats some work of one user until the end. `ask` returns undefined for a request that failed. */
  async #work(kept: boolean, once: (ask: Ask) => Promise<void>): Promise<void> {
    const user = this.#registrar.through(this.#proxy);
    const headers = kept ? {} : { connection: 'close' };
    while (!this.#ending)
      await once(async (method, path, status, body) => {
        const address = method === 'GET' ? path : `${path}?overrideWarnings=true`;
        if (this.#pause > 0) await wait(this.#pause);
        try {
          const response = await user.request(method, address, body, headers);
          if (response.status === status) return response;
          this.#failed.push(`${method} ${path} returned ${response.status}: ${response.text.slice(0, 200)}`);
        } catch (error) {
          this.#failed.push((error as Error).message);
        }
        return undefined;
      });
    user.close();
  }
}

type Ask = (
  method: string,
  path: string,
  status: number,
  body?: unknown,
) => Promise<TestResponse | undefined>;
