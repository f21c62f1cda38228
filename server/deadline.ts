import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

const current = new AsyncLocalStorage<Deadline>();

/**
 * The time that a piece of work has. When it is over, whoever asked is told to come back (503), and the work is given
 * up: its statements are cancelled and its transaction is never committed. Once a commit is on its way, or the work is
 * done, nothing is given up any more: a 'no' means that nothing happened.
 */
export class Deadline {
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.#over.abort(unavailable()), milliseconds).unref();
  }

  /** That of the work that is under way here; undefined where it may take as long as it takes, as at a start. */
  static get current(): Deadline | undefined {
    return current.getStore();
  }

  /** Does what has limits of its own: also when several wait for it, of whom the first has given up. */
  static async within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const deadline = new Deadline(milliseconds);
    try {
      return await deadline.run(work);
    } finally {
      deadline.end();
    }
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Calls something whose work is held to this. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Throws when the time is over. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** From here on the outcome is waited for. Throws when the time is over already. */
  keep(): void {
    this.check();
    this.end();
  }

  /** The work is done. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** Settles as the work does; rejects when the time is over before. */
  hold<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onOver = () => reject(this.signal.reason as Error);
      this.signal.addEventListener('abort', onOver, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onOver));
    });
  }
}
