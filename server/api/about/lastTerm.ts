import type { FastifyBaseLogger } from 'fastify';
import { runningTerm } from '../../../contract/runningTerm.ts';
import type { Db } from '../../db/tables.ts';

/** The last known term, as shown in About, and a warning, or null. */
export interface LastTerm {
  lastTerm: string;
  warning: string | null;
}

/**
 * Reads the last term of the lookup. The warning is set if it is less than a year after the running term, because users
 * cannot save a later start or end. Terms are `yyyyst` codes.
 */
export async function readLastTerm(db: Db, now: Date, timeZone: string): Promise<LastTerm> {
  const terms = db.selectFrom('term').select(['termYyyyst', 'termLetterYear']);
  const last = await terms.orderBy('termYyyyst', 'desc').limit(1).executeTakeFirst();
  const lastTerm = last ? `${last.termLetterYear} (${last.termYyyyst})` : 'none';
  const running = runningTerm(now, timeZone);
  const inAYear = `${Number(running.slice(0, 4)) + 1}${running.slice(4)}`;
  const isNear = !last || last.termYyyyst < inAYear;
  return {
    lastTerm,
    warning: isNear
      ? `The last known term is ${lastTerm}, less than a year away. Add a year under Tools, Terms and awards`
      : null,
  };
}

const ONE_DAY = 86_400_000;

/** Logs the warning, if there is one, now and once a day. */
export function warnOfLastTerm(log: FastifyBaseLogger, db: Db, timeZone: string): void {
  const check = () =>
    readLastTerm(db, new Date(), timeZone).then(
      ({ warning }) => warning && log.warn(warning),
      (error: unknown) => log.warn({ err: error }, 'the last known term could not be read'),
    );
  void check();
  setInterval(() => void check(), ONE_DAY).unref();
}
