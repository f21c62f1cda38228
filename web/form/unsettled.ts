/** Marks the box of a dropdown whose text names no option, or several. */
export const unsettled = { 'data-unsettled': true } as const;

/**
 * Focuses the first dropdown in `within` whose text is not settled, where a message says why. Nothing may be saved or run
 * meanwhile: it would go without what was typed. Returns whether there is one.
 */
export function focusUnsettled(within: ParentNode | null): boolean {
  const box = within?.querySelector<HTMLElement>('[data-unsettled]');
  box?.focus();
  return Boolean(box);
}
