/** The application cannot start with this setup. The message is one sentence that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
