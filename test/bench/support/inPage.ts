/** Functions that run in the page. Each is sent there as source text and must not use anything outside itself. */

declare global {
  interface Window {
    /** The time from calling `act` until the last change inside `root` has been painted, in ms. */
    painted(root: string, act: () => void): Promise<number>;
    /** The durations of `count` frames while the element is scrolled to its end and back, in ms. */
    frameLengths(scroller: Element, count: number): Promise<number[]>;
    /** When the first frame with table rows was painted, in ms since the page's start. */
    rowsAt: Promise<number>;
  }
}

/** Installs the measuring functions in the page. */
export function measures(): void {
  const quiet = 500;
  window.painted = (root, act) =>
    new Promise((resolve, reject) => {
      const watched = document.querySelector(root) ?? document.body;
      let last = 0;
      let timer = window.setTimeout(() => reject(new Error(`No change in ${root}`)), 60_000);
      const seen = new MutationObserver(() => {
        requestAnimationFrame(() => setTimeout(() => (last = performance.now())));
        clearTimeout(timer);
        timer = window.setTimeout(() => {
          // While a loader is shown, more changes will come.
          if (document.querySelector('[data-loader]')) return;
          seen.disconnect();
          resolve(last - began);
        }, quiet);
      });
      seen.observe(watched, { childList: true, characterData: true, subtree: true, attributes: true });
      const began = performance.now();
      act();
    });
  window.rowsAt = new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (document.querySelectorAll('main tbody tr').length < 10) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  window.frameLengths = async (scroller, count) => {
    const lengths: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    let by = 600;
    for (let frame = 0; frame < count; frame += 1) {
      const before = scroller.scrollTop;
      scroller.scrollBy(0, by);
      if (scroller.scrollTop === before) by = -by;
      const now = await new Promise(requestAnimationFrame);
      lengths.push(now - last);
      last = now;
    }
    return lengths;
  };
}

/** Types into the filter input, in a way that React notices. */
export function filterProduct(text: string): Promise<number> {
  const box = document.querySelector<HTMLInputElement>('input[type=search]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  return window.painted('main table', () => {
    set?.call(box, text);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Clicks the header of a column. */
export function sortProduct(name: string): Promise<number> {
  const buttons = [...document.querySelectorAll<HTMLElement>('main thead button')];
  const header = buttons.find(({ textContent }) => textContent.startsWith(name));
  return window.painted('main table', () => header?.click());
}

/** Runs the report. Returns the time since the last byte of the response, in ms. */
export async function runProduct(): Promise<number> {
  const run = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Run Report',
  );
  performance.clearResourceTimings();
  const began = performance.now();
  const time = await window.painted('main', () => run?.click());
  const [timing] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/api/reports')) as PerformanceResourceTiming[];
  return began + time - (timing?.responseEnd ?? Number.NaN);
}

interface Grid {
  destroy(): void;
  setGridOption(name: string, value: unknown): void;
  applyColumnState(state: unknown): void;
}
interface GridWindow {
  agGrid: { createGrid(element: HTMLElement, options: unknown): Grid };
  grid?: Grid;
}

/**
 * Fetches the report and shows it in an AG Grid with the same columns and the given options. Returns the time since the
 * last byte of the response, in ms.
 */
export async function runGrid({ token, options }: { token: string; options: object }): Promise<number> {
  const page = window as unknown as GridWindow;
  page.grid?.destroy();
  document.body.innerHTML = '<main><div id="grid" style="height: 800px; width: 1400px"></div></main>';
  const element = document.querySelector<HTMLElement>('#grid') as HTMLElement;
  type Row = Record<string, Record<string, unknown> | null>;
  const field = (item: string, name: string) => ({
    headerName: `${item} ${name}`,
    valueGetter: ({ data }: { data: Row }) => data[item]?.[name],
  });
  const columnDefs = [
    field('school', 'schoolCode'),
    ...['majorSegment', 'majorCode', 'title20', 'startTermYyyyst', 'endTermYyyyst'].map((name) =>
      field('major', name),
    ),
    ...['campusIndicator', 'sortCode', 'academicYearApproved', 'title7', 'titleLong'].map((name) =>
      field('major', name),
    ),
    ...['ucDiscipline', 'cipCode', 'majorUciNetId', 'lastModified', 'comments'].map((name) =>
      field('major', name),
    ),
    ...['degreeAwarded', 'degreeTitleRc', 'degreeStartTermYyyyst', 'degreeEndTermYyyyst'].map((name) =>
      field('degree', name),
    ),
    ...['degreeTitleAbbr', 'degreeUciNetId', 'lastModified', 'programCredLevel'].map((name) =>
      field('degree', name),
    ),
    ...['title7', 'title'].map((name) => field('department', name)),
    ...['programLengthYrs', 'programLengthQtrs', 'acadYrInstrWks', 'specProgIndctr', 'terminalPgmFlag'].map(
      (name) => field('majorDegree', name),
    ),
  ];
  const collator = new Intl.Collator('en-US');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  performance.clearResourceTimings();
  const response = await fetch('/mdsd/api/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
    body: '{}',
  });
  const body = await response.text();
  const [timing] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/api/reports')) as PerformanceResourceTiming[];
  const began = performance.now();
  const time = await window.painted('#grid', () => {
    page.grid = page.agGrid.createGrid(element, {
      columnDefs,
      defaultColDef: {
        comparator: (one: unknown, other: unknown) => collator.compare(text(one), text(other)),
      },
      cacheQuickFilter: true,
      animateRows: false,
      rowHeight: 36,
      ...options,
      rowData: JSON.parse(body) as Row[],
    });
  });
  return began + time - (timing?.responseEnd ?? Number.NaN);
}

/** Filters the grid by a text. */
export function filterGrid(text: string): Promise<number> {
  const { grid } = window as unknown as GridWindow;
  return window.painted('#grid', () => grid?.setGridOption('quickFilterText', text));
}

/** Sorts the grid by a title column. */
export function sortGrid(sort: string): Promise<number> {
  const { grid } = window as unknown as GridWindow;
  return window.painted('#grid', () => grid?.applyColumnState({ state: [{ colId: '3', sort }] }));
}
