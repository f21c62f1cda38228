/**
 * The term that runs (`yyyyst`), from the page's meta tag `running-term`: the server says it, since nobody knows what a
 * browser's clock shows. Where the page has not come from the server none runs, and nothing has ended.
 */
export const runningTerm =
  document.querySelector<HTMLMetaElement>('meta[name="running-term"]')?.content ?? '';
