/** Marks the input of a dropdown whose text does not match an option. */
export const unsettled = { 'data-unsettled': true } as const;

/**
 * Focuses the first dropdown in `within` with unmatched text, which has a message about it. Returns whether there is one.
 * Nothing may be saved or run until then, because the text would be ignored.
 */
export function focusUnsettled(within: ParentNode | null): boolean {
  const box = within?.querySelector<HTMLElement>('[data-unsettled]');
  box?.focus();
  return Boolean(box);
}
