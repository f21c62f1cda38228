/** The path prefix of every URL, from the page's `ctx` meta tag (spec 2). */
export const base = document.querySelector<HTMLMetaElement>('meta[name="ctx"]')?.content ?? '/mdsd';
