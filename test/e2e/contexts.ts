import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

/** A context, and a page of ours in it that stays open. */
interface Kept {
  readonly context: BrowserContext;
  readonly keeper: Page;
}

/** What a test may ask of its context: an option that is not here would be that of whichever test came first. */
type Wanted = Pick<
  PlaywrightTestOptions,
  | 'storageState'
  | 'viewport'
  | 'timezoneId'
  | 'locale'
  | 'colorScheme'
  | 'hasTouch'
  | 'ignoreHTTPSErrors'
  | 'contextOptions'
>;

/**
 * The contexts of a worker. Its tests share one for each kind, and each test gets pages of its own, the cookies that it
 * asks for and an empty storage. The page that stays open keeps the browser's process for our pages, and with it what it
 * has compiled: a test takes a sixth less of the processors. Scripts and listeners that a test adds to its context would
 * stay: it adds them to its page.
 */
export class Contexts {
  readonly #kept = new Map<string, Kept>();

  /** Passes a test its context, and clears up after it. */
  async lend(
    browser: Browser,
    { storageState, ...kind }: Wanted,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify(kind);
    const kept = this.#kept.get(key) ?? (await opened(browser));
    this.#kept.set(key, kept);
    const { context, keeper } = kept;
    await context.clearCookies();
    await context.addCookies(cookiesOf(storageState));
    await keeper.evaluate(() => localStorage.clear());
    await use(context);
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.setOffline(false);
    // A clock that a test has set belongs to the context, and cannot be taken away from it.
    if (await keeper.evaluate(() => String(setTimeout).includes('[native code]'))) return;
    this.#kept.delete(key);
    await context.close();
  }
}

async function opened(browser: Browser): Promise<Kept> {
  const context = await browser.newContext();
  const keeper = await context.newPage();
  // The smallest answer from our address.
  await keeper.goto('healthz');
  return { context, keeper };
}

const cookiesOf = (state: Wanted['storageState']) =>
  typeof state === 'string'
    ? (JSON.parse(readFileSync(state, 'utf8')) as Awaited<ReturnType<BrowserContext['storageState']>>).cookies
    : (state?.cookies ?? []);
