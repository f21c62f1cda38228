/** Marks the box of a dropdown that has text which is not taken as a value. */
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
