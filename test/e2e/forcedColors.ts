import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

// Compares screenshots of each stateful part in both of its states.

const names = (text: string) => new Set(text.trim().split(/\s+/));

/** Attributes in selectors that are not states: they describe a type, a position or a size. */
const NO_STATE = names(`
  aria-label aria-controls data-kind data-item data-danger data-loader data-variant data-below data-stays data-virtual data-cards
  data-long data-odd data-wide data-scrolled data-folded data-opened data-read aria-hidden aria-busy
`);
/** Attributes whose value the content also shows, so that another value alone is not another state. */
const SHOWN_BY_CONTENT = names(`
  aria-expanded data-standing data-group data-severity data-layer data-sorted data-acting data-as-of data-hatched
`);
const ALWAYS = names('aria-pressed aria-checked aria-current aria-selected aria-disabled disabled');

const folder = new URL('../../web/', import.meta.url);
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
/** Every attribute that means a state: all attributes in style sheets except those above. */
const STATES = new Set(
  [
    ...ALWAYS,
    ...[...sheets.join('').matchAll(/\[((?:aria|data)-[a-z-]+)/g)].map(([, name = '']) => name),
  ].filter((name) => !NO_STATE.has(name) && !SHOWN_BY_CONTENT.has(name)),
);

/** Turns on forced colors in the page. */
export async function forceColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme: 'light' });
  await page.evaluate(
    (states) => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important; caret-color: transparent }');
      document.adoptedStyleSheets.push(still);
      const only: Record<string, string> = {
        // The library marks each element of a field.
        'data-error': '.mantine-Input-wrapper[data-error]',
        // A chosen option has a check mark.
        'aria-selected': '[aria-selected]:not([role="option"])',
      };
      const together = ['disabled', 'data-disabled', 'aria-disabled'];
      const isOn = (one: Element, name: string) =>
        one.hasAttribute(name) && one.getAttribute(name) !== 'false';
      const parts: { element: Element; switchOver: () => void; name: string }[] = [];

      /** Finds the visible parts, one of each kind, in each of its states. */
      const find = () => {
        parts.length = 0;
        const seen = new Set<string>();
        const add = (element: Element, name: string, on: boolean, switchOver: () => void) => {
          const kind = `${element.tagName.toLowerCase()}.${element.classList[element.classList.length - 1]} ${name}`;
          if (seen.has(`${kind} ${on}`) || !element.checkVisibility({ checkVisibilityCSS: true })) return;
          seen.add(`${kind} ${on}`);
          const text = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
          parts.push({ element, switchOver, name: `${kind} '${text}'` });
        };
        for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]'))
          add(box.parentElement ?? box, box.type, box.checked, () => (box.checked = !box.checked));
        for (const state of states)
          for (const element of document.querySelectorAll(only[state] ?? `[${state}]`)) {
            const on = isOn(element, state);
            const names = together.includes(state) ? together : [state];
            const before = names.map((name) => [name, element.getAttribute(name)] as const);
            let isOther = false;
            add(element, state, on, () => {
              isOther = !isOther;
              for (const [name, value] of before) {
                if (!isOther && value !== null) element.setAttribute(name, value);
                else if (isOther && !on && name !== 'disabled') element.setAttribute(name, 'true');
                else element.removeAttribute(name);
              }
            });
          }
        return parts.map(({ name }) => name);
      };
      /** The rectangle of a part in the viewport, including its outline; null if it is not visible or covered. */
      const place = async (at: number) => {
        const element = parts[at]?.element;
        element?.scrollIntoView({ block: 'center', inline: 'nearest' });
        // What follows its button, such as an open menu, moves with the next frames.
        for (let frames = 0; frames < 2; frames += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        const { left = 0, top = 0, right = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
        const [x, y] = [Math.max(0, left - 4), Math.max(0, top - 4)];
        const width = Math.min(window.innerWidth, right + 4) - x;
        const height = Math.min(window.innerHeight, bottom + 4) - y;
        const upmost = document.elementFromPoint(x + width / 2, y + height / 2);
        const isVisible = element?.contains(upmost) || upmost?.contains(element ?? null);
        return isVisible && width > 8 && height > 8 ? { x, y, width, height } : null;
      };
      const switchOver = (at: number) => parts[at]?.switchOver();
      Object.assign(window, { parts: { find, place, switchOver } });
    },
    [...STATES],
  );
}

declare global {
  interface Window {
    parts: {
      find: () => string[];
      place: (at: number) => Promise<{ x: number; y: number; width: number; height: number } | null>;
      switchOver: (at: number) => void;
    };
  }
}

const MOST_TRIES = 20;

/** The visible parts, and those of them that look equal in both states. */
export async function compareStates(page: Page): Promise<{ found: string[]; same: string[] }> {
  const found = await page.evaluate(() => window.parts.find());
  const same: string[] = [];
  for (const [at, name] of found.entries()) {
    const clip = await page.evaluate((part) => window.parts.place(part), at);
    if (!clip) continue;
    const shoot = () => page.screenshot({ clip });
    const switchOver = () => page.evaluate((part) => window.parts.switchOver(part), at);
    // A part that has just scrolled into view is painted later, and a moving part would make any two screenshots differ.
    for (let tries = 1; ; tries += 1) {
      const before = await shoot();
      await switchOver();
      const other = await shoot();
      await switchOver();
      const isStill = before.equals(await shoot());
      if (isStill && before.equals(other)) same.push(name);
      if (!isStill && tries === MOST_TRIES) same.push(`${name} does not stand still`);
      if (isStill || tries === MOST_TRIES) break;
    }
  }
  return { found, same };
}
