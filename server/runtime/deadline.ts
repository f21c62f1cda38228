import { AsyncLocalStorage } from 'node:async_hooks';
import { type Cause, unavailable } from '../errors.ts';

const current = new AsyncLocalStorage<Deadline>();

/** Milliseconds. Work that may take longer may deal with thousands of rows. */
const LONG = 10_000;

/**
 * The time limit of a piece of work. When it is over, the caller is told to retry (503) and the work is aborted: no
 * statement starts, a running one is canceled (on PostgreSQL), and the transaction is never committed. Once a commit
 * has begun, or the work is done, nothing is aborted any more. So a refusal always means that nothing was changed.
 */
export class Deadline {
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #waits: (Cause | Deadline)[] = [];
  #isEnded = false;

  /** Whether the work may deal with thousands of rows. */
  readonly isLong: boolean;

  /** Without a time, only `abandon` ends it. */
  constructor(milliseconds?: number) {
    this.isLong = milliseconds !== undefined && milliseconds > LONG;
    if (milliseconds !== undefined)
      this.#timer = setTimeout(() => this.#over.abort(unavailable(this.#waitsFor)), milliseconds).unref();
  }

  /** The deadline of the current work; undefined if there is none, for example at startup. */
  static get current(): Deadline | undefined {
    return current.getStore();
  }

  /** Runs work under a deadline of its own: several requests may wait for it, and the one that started it may give up. */
  static async start<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const deadline = new Deadline(milliseconds);
    try {
      return await Deadline.waiting(deadline, () => deadline.run(work));
    } finally {
      deadline.end();
    }
  }

  /**
   * Calls a function that waits for something, or for the work of another deadline. If the time of the current work is
   * over meanwhile, that is given as the cause.
   */
  static async waiting<T>(what: Cause | Deadline | undefined, work: () => Promise<T>): Promise<T> {
    const deadline = current.getStore();
    if (!what || !deadline) return await work();
    deadline.#waits.push(what);
    try {
      return await work();
    } finally {
      deadline.#waits.splice(deadline.#waits.lastIndexOf(what), 1);
    }
  }

  /** What was begun first says most: a change that waits for the writer lock does so in a statement. */
  get #waitsFor(): Cause {
    const [first = 'time'] = this.#waits;
    return first instanceof Deadline ? first.#waitsFor : first;
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Calls a function under this deadline. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** Throws if the time is over. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Ends the time limit, so that the outcome is waited for. Throws if the time is already over. */
  stopOrThrow(): void {
    this.check();
    this.end();
  }

  /** Ends the time limit because the work is done. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  /** Aborts the work because nobody waits for it any more, unless its outcome is waited for or it is done. */
  abandon(): void {
    if (!this.#isEnded) this.#over.abort(unavailable('caller_gone'));
    this.end();
  }

  /** Settles like `work`, or rejects if the time is over first. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onOver = () => reject(this.signal.reason as Error);
      this.signal.addEventListener('abort', onOver, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', onOver));
    });
  }
}
