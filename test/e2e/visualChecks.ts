import type { Page } from '@playwright/test';

// Measures features that axe does not check: focus rings, edges, targets and tab stops.

/** A control on the screen, and its fault. */
export type Complaint = string;

/** Installs the measuring functions in the page. They report faults in sentences that name the control. */
export async function measureIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Color = [red: number, green: number, blue: number, alpha: number];
    const CONTRAST = 3;
    const CONTROLS = 'a[href], button, input, select, textarea, [role="option"], [tabindex="0"]';

    const colorOf = (text: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = text.match(/[\d.]+/g)?.map(Number) ?? [];
      return [red, green, blue, alpha];
    };
    const over = ([r, g, b, alpha]: Color, under: Color): Color => {
      const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
      return [mix(r, under[0]), mix(g, under[1]), mix(b, under[2]), 1];
    };
    /** The visible color behind the content of an element. */
    const groundOf = (element: Element | null): Color => {
      if (!element) return [255, 255, 255, 1];
      const own = colorOf(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    };
    const lightOf = (color: Color) => {
      const [red = 0, green = 0, blue = 0] = color
        .slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Color, other: Color) => {
      const [dark = 0, light = 0] = [lightOf(one), lightOf(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };

    const nameOf = (element: Element) => {
      const label =
        element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
      return `${element.tagName.toLowerCase()} '${(label ?? element.textContent).trim().slice(0, 40)}'`;
    };
    const isVisible = (element: Element) =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
      !element.closest('[inert]');
    /** The usable controls: those of the topmost dialog, if there is one. */
    const controls = () => {
      const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
      return [...scope.querySelectorAll(CONTROLS)].filter(isVisible);
    };
    /** Only the first row of a table is measured. */
    const isRepeated = (element: Element) => element.closest('tbody tr:not(:first-child)') !== null;

    const ringOf = (element: Element) =>
      [element, element.closest('.mantine-Input-input'), element.closest('tr')].find((one) => {
        const { outlineStyle, outlineWidth } = one
          ? getComputedStyle(one)
          : { outlineStyle: 'none', outlineWidth: '0' };
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      });

    // Even with reduced motion, colors and sizes take a moment to change.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);

    /** The focused element. */
    const focusComplaints = () => {
      const element = document.activeElement;
      if (!element || element === document.body) return [];
      const ring = ringOf(element);
      if (!ring) return [`${nameOf(element)} has no ring`];
      const { outlineColor, outlineOffset } = getComputedStyle(ring);
      const beside = Number.parseFloat(outlineOffset) < 0 ? ring : ring.parentElement;
      const seen = contrast(colorOf(outlineColor), groundOf(beside));
      return seen < CONTRAST ? [`${nameOf(element)} has a ring of ${seen.toFixed(2)}:1`] : [];
    };

    /** The boxes, buttons with an edge, chips and menus. */
    const edgeComplaints = () => {
      const edged = [...controls(), ...document.querySelectorAll('.mantine-Pill-root, [popover]')].filter(
        isVisible,
      );
      return edged.flatMap((one) => {
        const box = one.closest('.mantine-Input-input') ?? one;
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(box);
        const outside = groundOf(box.parentElement);
        const fill = over(colorOf(backgroundColor), outside);
        const isBox = box.matches(
          'input, textarea, select, .mantine-Input-input, .mantine-Pill-root, [role="menu"]',
        );
        const hasEdge = Number.parseFloat(borderTopWidth) > 0 && colorOf(borderTopColor)[3] > 0;
        // A button without an edge is recognizable by its text or icon; a table by its rows.
        if (box.matches(':disabled, section') || (!isBox && !hasEdge)) return [];
        const seen = Math.max(
          hasEdge ? contrast(over(colorOf(borderTopColor), fill), outside) : 1,
          contrast(fill, outside),
        );
        return seen < CONTRAST ? [`${nameOf(one)} has an edge of ${seen.toFixed(2)}:1`] : [];
      });
    };

    /** `least` in pixels. The label of a checkbox is part of its target; a link in a sentence is as high as its line. */
    const targetComplaints = (least: number) => {
      return controls()
        .filter(
          (one) => one.matches('a, button, input, select, textarea, [role="option"]') && !one.closest('p'),
        )
        .filter((one) => !isRepeated(one) && (least < 44 || !one.closest('table')))
        .flatMap((one) => {
          const box = one.closest('.mantine-PillsInput-input, .mantine-Input-input') ?? one;
          const rects = [box, ...((one as HTMLInputElement).labels ?? [])].map((part) =>
            part.getBoundingClientRect(),
          );
          const isCheckbox = (one as HTMLInputElement).type === 'checkbox';
          const height = Math.max(...(isCheckbox ? rects : rects.slice(0, 1)).map((rect) => rect.height));
          const width = isCheckbox
            ? Math.max(...rects.map(({ right }) => right)) - Math.min(...rects.map(({ left }) => left))
            : (rects[0]?.width ?? 0);
          const [seen, needed] = [Math.min(height, width), least - 0.5];
          return seen > 1 && seen < needed
            ? [`${nameOf(one)} is ${width.toFixed()} × ${height.toFixed()}`]
            : [];
        });
    };

    /** Every control that a pointer can use. The options of a menu are reached by arrow keys. */
    const usable = () =>
      controls().filter(
        (one) =>
          one.matches('a[href], button, input, select, textarea') &&
          (one as HTMLElement).tabIndex >= 0 &&
          !one.matches(':disabled') &&
          !one.closest('tbody'),
      );
    /** The tab stops, in the order in which they got the focus. */
    const stops = new Set<Element>();
    let isRound = false;
    const found: Complaint[] = [];
    const reach = (element: Element) => {
      isRound ||= stops.has(element);
      stops.add(element);
      found.push(...focusComplaints());
    };
    const watchTabs = () => {
      // After a click, the focused element may have no ring.
      if (document.activeElement && document.activeElement !== document.body)
        stops.add(document.activeElement);
      document.addEventListener('focusin', ({ target }) => reach(target as Element));
    };
    const isRoundDone = () => isRound;
    const tabComplaints = () => [
      ...found,
      ...usable()
        .filter((one) => !stops.has(one))
        .map((one) => `${nameOf(one)} is no tab stop`),
    ];
    /** Checks all stops again, in the current colors of the page. */
    const ringComplaints = () =>
      [...stops].flatMap((stop) => {
        (stop as HTMLElement).focus();
        return focusComplaints();
      });

    /** Texts beside an element in a flexible box, which swallows the space between them. */
    const spaceComplaints = () =>
      [...document.querySelectorAll('body *')]
        .filter((one) => isVisible(one) && /flex|grid/.test(getComputedStyle(one).display))
        .filter((one) =>
          [...one.childNodes].some(
            (node) =>
              node instanceof Text &&
              ((/^\s+\S/.test(node.data) && node.previousSibling instanceof Element) ||
                (/\S\s+$/.test(node.data) && node.nextSibling instanceof Element)),
          ),
        )
        .map((one) => `${nameOf(one)} swallows the spaces of its text`);

    Object.assign(window, {
      measure: {
        edgeComplaints,
        spaceComplaints,
        targetComplaints,
        watchTabs,
        isRoundDone,
        tabComplaints,
        ringComplaints,
      },
    });
  });
}

interface Measure {
  edgeComplaints: () => Complaint[];
  spaceComplaints: () => Complaint[];
  targetComplaints: (least: number) => Complaint[];
  watchTabs: () => void;
  isRoundDone: () => boolean;
  tabComplaints: () => Complaint[];
  ringComplaints: () => Complaint[];
}
declare global {
  interface Window {
    measure: Measure;
  }
}

const MOST_STOPS = 120;
/** A query of the page takes longer than a key press. */
const KEYS_PER_QUERY = 8;

/** Visits all tab stops once. Reports invisible rings, and controls that are not a tab stop. */
export async function complaintsOfTabbing(page: Page): Promise<Complaint[]> {
  await page.evaluate(() => window.measure.watchTabs());
  for (let presses = 0; presses < MOST_STOPS; presses += KEYS_PER_QUERY) {
    for (let at = 0; at < KEYS_PER_QUERY; at += 1) await page.keyboard.press('Tab');
    if (await page.evaluate(() => window.measure.isRoundDone())) break;
  }
  return await page.evaluate(() => window.measure.tabComplaints());
}
