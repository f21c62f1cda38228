import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

/** A context, and a page of the application in it that stays open. */
interface SharedContext {
  readonly context: BrowserContext;
  readonly keeper: Page;
}

/** The options that a test may set. Any other option would depend on the test that runs first. */
type ContextOptions = Pick<
  PlaywrightTestOptions,
  'storageState' | 'viewport' | 'timezoneId' | 'locale' | 'colorScheme' | 'hasTouch' | 'contextOptions'
>;

/**
 * The contexts of a worker. Its tests share a context for each combination of options, and each test gets its own pages, its
 * cookies and an empty storage. The open page keeps the browser's process for our pages, with its compiled code: a test
 * takes a sixth less processor time. A test adds scripts and listeners to its page, because the context would keep them.
 */
export class Contexts {
  readonly #contexts = new Map<string, SharedContext>();

  /** Passes a test its context, and resets it afterward. */
  async lend(
    browser: Browser,
    { storageState, ...kind }: ContextOptions,
    use: (context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify(kind);
    const shared = this.#contexts.get(key) ?? (await opened(browser));
    this.#contexts.set(key, shared);
    const { context, keeper } = shared;
    await context.clearCookies();
    await context.addCookies(cookiesOf(storageState));
    await keeper.evaluate(async () => {
      localStorage.clear();
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    });
    await use(context);
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await context.setOffline(false);
    // A clock that a test has set belongs to the context, and cannot be removed.
    if (await keeper.evaluate(() => String(setTimeout).includes('[native code]'))) return;
    this.#contexts.delete(key);
    await context.close();
  }
}

async function opened(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext();
  context.on('page', routeInTime);
  const keeper = await context.newPage();
  // The smallest response from our origin.
  await keeper.goto('healthz');
  return { context, keeper };
}

/** Lets `page.route` wait until the page knows of the route. */
function routeInTime(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const set = await route(...given);
    // On a busy machine, the request of a key that was pressed next passed by the route: 9 of 311 times, and 0 of 287 with this.
    await page.evaluate('0');
    return set;
  };
}

const cookiesOf = (state: ContextOptions['storageState']) =>
  typeof state === 'string'
    ? (JSON.parse(readFileSync(state, 'utf8')) as Awaited<ReturnType<BrowserContext['storageState']>>).cookies
    : (state?.cookies ?? []);
