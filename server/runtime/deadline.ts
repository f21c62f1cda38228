import { AsyncLocalStorage } from 'node:async_hooks';
import { type Cause, unavailable } from '../errors.ts';

const current = new AsyncLocalStorage<Deadline>();

/** In ms. Work with a longer limit may process thousands of rows. */
const LONG = 10_000;

/**
 * The time limit of a piece of work. When it passes, the response asks the caller to retry (503), and the work is aborted:
 * no statement starts, a running statement is canceled (on PostgreSQL), and the transaction is never committed. When a
 * commit has begun, or the work is done, nothing is aborted any more. So an error always means that nothing was changed.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #waits: (Cause | Deadline)[] = [];
  #isEnded = false;

  /** Whether the work may process thousands of rows. */
  readonly isLong: boolean;

  /** Without `milliseconds`, only `abandon` aborts the work. */
  constructor(milliseconds?: number) {
    this.isLong = milliseconds !== undefined && milliseconds > LONG;
    if (milliseconds !== undefined)
      this.#timer = setTimeout(
        () => this.#controller.abort(unavailable(this.#waitsFor)),
        milliseconds,
      ).unref();
  }

  /** The deadline of the current work; undefined if there is none, for example at startup. */
  static get current(): Deadline | undefined {
    return current.getStore();
  }

  /** Runs work with its own deadline: several requests may wait for it, and the request that started it may give up. */
  static async start<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const deadline = new Deadline(milliseconds);
    try {
      return await Deadline.waiting(deadline, () => deadline.run(work));
    } finally {
      deadline.end();
    }
  }

  /**
   * Calls a function that waits for a cause, or for the work of another deadline. If the deadline of the current work passes
   * during the wait, the error has this cause.
   */
  static async waiting<T>(cause: Cause | Deadline | undefined, work: () => Promise<T>): Promise<T> {
    const deadline = current.getStore();
    if (!cause || !deadline) return await work();
    deadline.#waits.push(cause);
    try {
      return await work();
    } finally {
      deadline.#waits.splice(deadline.#waits.lastIndexOf(cause), 1);
    }
  }

  /** The first wait is the most specific: a change waits for the writer lock, and within that for a statement. */
  get #waitsFor(): Cause {
    const [first = 'time'] = this.#waits;
    return first instanceof Deadline ? first.#waitsFor : first;
  }

  /** Aborted when the deadline passes. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls a function under this deadline. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Throws if the deadline has passed. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Ends the time limit, so that the work can complete. Throws if the deadline has already passed. */
  stopOrThrow(): void {
    this.check();
    this.end();
  }

  /** Ends the time limit because the work is done. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  /** Aborts the work because no caller waits for it any more, unless its time limit has ended. */
  abandon(): void {
    if (!this.#isEnded) this.#controller.abort(unavailable('caller_gone'));
    this.end();
  }

  /** Settles like `work`, or rejects if the deadline passes first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(this.signal.reason as Error);
      this.signal.addEventListener('abort', onAbort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onAbort));
    });
  }
}
