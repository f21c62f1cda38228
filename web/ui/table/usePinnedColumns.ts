import { type RefObject, useLayoutEffect } from 'react';

const LEFT_PINNED = 'thead :is([data-stays="left"], [data-stays="edge"])';

/**
 * Sets the positions of the columns pinned at the left for the style sheet: where each begins (`--left-1` and so on), their
 * total width and the width of the last (`--stays`, `--last`), and whether other columns have scrolled behind them
 * (`data-scrolled`). Measures again when `columns` changes.
 */
export function usePinnedColumns(scroller: RefObject<HTMLElement | null>, columns: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const heads = [...(element?.querySelectorAll<HTMLElement>(LEFT_PINNED) ?? [])];
    if (!element || heads.length === 0 || columns.length === 0) return undefined;
    const measure = () => {
      // Reads all widths before writing any: after each write the browser would lay out the whole table again.
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      const totals = widths.map((_width, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
      const last = widths.at(-1) ?? 0;
      const properties = [
        ...totals.map((left, at) => [`--left-${at + 1}`, left] as const),
        ['--last', last] as const,
        ['--stays', (totals.at(-1) ?? 0) + last] as const,
      ];
      for (const [name, width] of properties) element.style.setProperty(name, `${width}px`);
    };
    const onScroll = () => element.toggleAttribute('data-scrolled', element.scrollLeft > 0);
    measure();
    onScroll();
    const resized = new ResizeObserver(measure);
    for (const head of heads) resized.observe(head);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, columns]);
}
