// The differences between Playwright and Firefox ESR in WebDriver BiDi.

// Playwright sets the value of a field by script, which React does not notice. This types it instead.
const TYPING = `() => Object.defineProperty(globalThis, '__pw_bidiInsertText', {
  get: () => (text) => document.execCommand('insertText', false, text),
  set() {},
})`;

// Firefox does not support the command for media features, but its own scripts can set the colors.
const COLORING = `(scheme, ...contexts) => {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  for (const context of contexts)
    NavigableManager.getBrowsingContextById(context).prefersColorSchemeOverride = scheme;
}`;

// Greater than all IDs of Playwright.
const FIRST_OWN = 1e12;

/**
 * Forwards messages between Playwright and Firefox. The parameters are functions that send to each. Returns the handlers of
 * messages from each.
 */
export function between(toBrowser, toPlaywright) {
  const pending = new Map();

  /** Sends our own command, and calls `onResponse` with Firefox's response. */
  function send(method, params, onResponse) {
    const id = FIRST_OWN + pending.size;
    pending.set(id, onResponse);
    toBrowser({ id, method, params });
  }

  const color = (scheme, contexts, done) =>
    send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 }, ({ result }) =>
      send(
        'script.callFunction',
        {
          functionDeclaration: COLORING,
          arguments: [scheme, ...contexts].map((value) => ({ type: 'string', value })),
          target: { context: result.contexts[0].context },
          awaitPromise: false,
        },
        done,
      ),
    );

  return {
    fromPlaywright(message) {
      const { id, method, params } = message;
      if (method !== 'emulation.setMediaFeaturesOverride') {
        toBrowser(message);
        return;
      }
      const respond = () => toPlaywright({ type: 'success', id, result: {} });
      // Without contexts it applies to future pages, which are light anyway.
      const { contexts, features } = params;
      if (contexts) color(features['prefers-color-scheme'] ?? 'none', contexts, respond);
      else respond();
    },

    fromBrowser(message) {
      const { id, method, params, result } = message;
      const onResponse = pending.get(id);
      if (method?.startsWith('browsingContext.download')) {
        // Playwright identifies downloads by an ID that Firefox does not send.
        params.download ??= params.url;
        // All downloads go to the same folder, where Firefox numbers those with the same name.
        params.suggestedFilename = params.suggestedFilename?.replace(/\(\d+\)(?=\.|$)/, '');
      }
      if (onResponse) onResponse(message);
      else if (result?.sessionId)
        send('script.addPreloadScript', { functionDeclaration: TYPING }, () => toPlaywright(message));
      else toPlaywright(message);
    },
  };
}
