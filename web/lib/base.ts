/** The path prefix of every address, from the page's `ctx` meta tag (spec 2). */
export const base = document.querySelector<HTMLMetaElement>('meta[name="ctx"]')?.content ?? '/mdsd';
