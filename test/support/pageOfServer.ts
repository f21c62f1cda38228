// The meta tags of a page that came from the server, for modules of `web/` that read them. There is no browser here.
const metas = new Map([
  ['meta[name="ctx"]', '/mdsd'],
  ['meta[name="time-zone"]', 'America/Los_Angeles'],
  ['meta[name="running-term"]', '202592'],
]);
Object.assign(globalThis, {
  document: {
    querySelector: (selector: string) => {
      const content = metas.get(selector);
      return content === undefined ? null : { content };
    },
  },
});
