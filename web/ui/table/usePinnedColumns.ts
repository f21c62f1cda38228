import { type RefObject, useLayoutEffect } from 'react';

const AT_LEFT = 'thead :is([data-stays="left"], [data-stays="edge"])';

/**
 * Tells the style sheet where the columns that stay at the left begin (`--left-1` and so on), how wide they are
 * together and the last of them (`--stays`, `--last`), and whether others have scrolled behind them (`data-scrolled`).
 * `columns` says when to look again.
 */
export function usePinnedColumns(scroller: RefObject<HTMLElement | null>, columns: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const heads = [...(element?.querySelectorAll<HTMLElement>(AT_LEFT) ?? [])];
    if (!element || heads.length === 0 || columns.length === 0) return undefined;
    const measure = () => {
      // All are read before any is written: after each write the browser would lay out the whole table again.
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      const totals = widths.map((_width, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0));
      const last = widths.at(-1) ?? 0;
      const said = [
        ...totals.map((left, at) => [`--left-${at + 1}`, left] as const),
        ['--last', last] as const,
        ['--stays', (totals.at(-1) ?? 0) + last] as const,
      ];
      for (const [name, width] of said) element.style.setProperty(name, `${width}px`);
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
