import { LRUCache } from 'lru-cache';
import type { Db, ListVersions } from '../../db/tables.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { type Found, findAll, findOrReport, type ReportFailure, TooManyFindings } from './findings.ts';
import type { Rule } from './rules.ts';

/** What a rule has found in a term; null if it could not be computed. */
export type Computed = readonly Found[] | null;

/** Computes a rule in a term (`yyyyst`), unless it has been computed since the data last changed. */
export type Compute = (rule: Rule, term: string, counters: Readonly<ListVersions>) => Promise<Computed>;

/** The number of computed rules that are kept: all of them in a few terms. */
const MOST_KEPT = 200;

/**
 * Creates the function that computes rules. `report` is called with the error of a rule that cannot be computed: it does not
 * fail the others, and is tried again at the next request. An unreachable database is an error of the request.
 */
export function createComputed(db: Db, report: ReportFailure): Compute {
  const kept = new LRUCache<string, { version: string; found: Promise<Computed> }>({ max: MOST_KEPT });

  // Several requests may wait for it, so it has its own deadline.
  const compute = (rule: Rule, term: string, reportFailure: ReportFailure) =>
    findOrReport(rule, reportFailure, () => Deadline.start(limits.work, () => findAll(db, rule, term)));

  return async (rule, term, counters) => {
    const name = `${term} ${rule.id}`;
    const version = Object.values(counters).join('.');
    const before = kept.get(name);
    if (before?.version === version) return await before.found;
    let isTemporary = true;
    const found = compute(rule, term, (id, error) => {
      isTemporary = !(error instanceof TooManyFindings);
      report(id, error);
    });
    kept.set(name, { version, found });
    const forget = () => {
      if (isTemporary && kept.peek(name)?.found === found) kept.delete(name);
    };
    found.then((result) => result ?? forget(), forget);
    return await found;
  };
}
