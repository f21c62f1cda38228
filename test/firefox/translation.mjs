// What Playwright and a Firefox with long support understand differently in WebDriver BiDi.

// Playwright sets the value of a field by script, and React takes no notice. This types it instead.
const TYPING = `() => Object.defineProperty(globalThis, '__pw_bidiInsertText', {
  get: () => (text) => document.execCommand('insertText', false, text),
  set() {},
})`;

// Firefox does not know the command for the features of media, but its own scripts can set the colors.
const COLOURING = `(scheme, ...contexts) => {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  for (const context of contexts)
    NavigableManager.getBrowsingContextById(context).prefersColorSchemeOverride = scheme;
}`;

// Above all that Playwright counts to.
const FIRST_OWN = 1e12;

/**
 * Passes messages on between Playwright and Firefox, given as functions that send to each. Returns what to call with each
 * message that comes from one or the other.
 */
export function between(toBrowser, toPlaywright) {
  const asked = new Map();

  /** Sends a command of our own, and calls `answered` with Firefox's answer. */
  function ask(method, params, answered) {
    const id = FIRST_OWN + asked.size;
    asked.set(id, answered);
    toBrowser({ id, method, params });
  }

  const color = (scheme, contexts, done) =>
    ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 }, ({ result }) =>
      ask(
        'script.callFunction',
        {
          functionDeclaration: COLOURING,
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
      const answer = () => toPlaywright({ type: 'success', id, result: {} });
      // Without contexts it is about pages yet to come, which are light anyway.
      const { contexts, features } = params;
      if (contexts) color(features['prefers-color-scheme'] ?? 'none', contexts, answer);
      else answer();
    },

    fromBrowser(message) {
      const { id, method, params, result } = message;
      const answered = asked.get(id);
      if (method?.startsWith('browsingContext.download')) {
        // Playwright tells downloads apart by a name that Firefox does not give them.
        params.download ??= params.url;
        // All downloads go to one folder, where Firefox numbers those of the same name.
        params.suggestedFilename = params.suggestedFilename?.replace(/\(\d+\)(?=\.|$)/, '');
      }
      if (answered) answered(message);
      else if (result?.sessionId)
        ask('script.addPreloadScript', { functionDeclaration: TYPING }, () => toPlaywright(message));
      else toPlaywright(message);
    },
  };
}
