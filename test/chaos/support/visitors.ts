import { setTimeout as wait } from 'node:timers/promises';
import { expectThat } from '../../support/expectThat.ts';
import type { Proxy } from '../../support/proxies.ts';
import { TestUser } from '../../support/testUser.ts';
import { SAMPLE_PAUSE } from './clients.ts';

// The files of a build have a hash of their content in their names.
const FILES = /[\w.-]+-[\w-]{8}\.(?:js|css|svg)/g;

/** Visitors who load the page with all files that it and its scripts name, again and again. */
export class Visitors {
  /** The number of pages that were loaded, by the script that they begin with: one for each build. */
  readonly loads = new Map<string, number>();
  readonly #proxy: Proxy;
  readonly #failed: string[] = [];
  #ending = false;
  #running: Promise<void>[] = [];

  constructor(proxy: Proxy) {
    this.#proxy = proxy;
  }

  begin(): void {
    this.#running = [this.#visits(), this.#visits()];
  }

  /** Throws if a page or a file was not there, or if all pages were of one build. Returns a figure to report. */
  async end(): Promise<string> {
    this.#ending = true;
    await Promise.all(this.#running);
    expectThat(
      this.#failed.length === 0,
      `Through ${this.#proxy.name} ${this.#failed.length} files were missing: ${this.#failed.slice(0, 5).join('; ')}`,
    );
    const loads = [...this.loads.values()];
    expectThat(loads.length === 2, `${this.#proxy.name} returned the pages of ${loads.length} builds`);
    return `${this.#proxy.name}: ${loads.join(' and ')} page loads of two builds, no file missing`;
  }

  async #visits(): Promise<void> {
    const { base } = this.#proxy;
    const user = new TestUser(this.#proxy);
    while (!this.#ending) {
      const page = await this.#load(user, `${base}/`);
      const files = new Set(filesIn(page));
      for (const file of files)
        for (const other of filesIn(await this.#load(user, `${base}/assets/${file}`))) files.add(other);
      const [first = ''] = [...files].filter((file) => file.startsWith('index-') && file.endsWith('.js'));
      this.loads.set(first, (this.loads.get(first) ?? 0) + 1);
      // Each page has dozens of files.
      await wait(3 * SAMPLE_PAUSE);
    }
    user.close();
  }

  async #load(user: TestUser, path: string): Promise<string> {
    try {
      const { status, text } = await user.send('GET', path);
      if (status === 200) return text;
      this.#failed.push(`${path} returned ${status}`);
    } catch (error) {
      this.#failed.push((error as Error).message);
    }
    return '';
  }
}

const filesIn = (text: string) => text.match(FILES) ?? [];
