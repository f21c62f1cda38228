/** The path that prefixes every address, from the page's meta tag `ctx` (spec 2). */
export const base = document.querySelector<HTMLMetaElement>('meta[name="ctx"]')?.content ?? '/mdsd';
