/** The product cannot start as it is set up; the message is one sentence that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
