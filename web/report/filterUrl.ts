import { restrictsNothing } from '../../contract/fields.ts';
import { factsOfForm } from '../../contract/form.ts';
import { type ReportFilter, reportFilter } from '../../contract/report.ts';
import { parameterOfFilter } from '../../contract/screenParameters.ts';
import { normalizeText } from '../../contract/text.ts';
import { put } from '../lib/searchParams.ts';
import { NOW } from '../terms/asOf.ts';
import { runningTerm } from '../terms/runningTerm.ts';

export const facts = factsOfForm(reportFilter);
export type Name = keyof ReportFilter;
const names = Object.keys(facts) as Name[];

/** Set on every run, so that a report without any filter counts as run too. */
const RUN = 'run';

/** Reads the filters from a URL. Missing filters have their defaults. */
export function readFilter(params: URLSearchParams): ReportFilter {
  const values = names.map((name) => {
    const written = params.get(parameterOfFilter(name));
    if (facts[name]?.byDefault !== undefined) return [name, written !== 'false'];
    if (facts[name]?.list) return [name, readList(params.getAll(parameterOfFilter(name)))];
    return [name, written || null];
  });
  return Object.fromEntries(values) as ReportFilter;
}

/** Splits lists at their commas, without duplicates. */
function readList(written: readonly string[]): string[] | null {
  const entries = written.flatMap((list) => list.split(',')).filter(Boolean);
  const values = new Set(entries.map((entry) => entry.replace(/%2C|%25/gi, decodeURIComponent)));
  return values.size > 0 ? [...values] : null;
}

/** A list with commas between its entries. Those within an entry are percent-encoded. */
const writeList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(',');

/** Writes the filters that differ from their defaults into a URL, and marks it as run. */
export function writeFilter(params: URLSearchParams, filter: ReportFilter): void {
  params.set(RUN, 'true');
  for (const name of names) {
    const value = filter[name];
    if (typeof value === 'boolean') put(params, parameterOfFilter(name), value ? null : 'false');
    else put(params, parameterOfFilter(name), Array.isArray(value) ? writeList(value) : value);
  }
}

/**
 * Whether to show the report: it has been run, or the URL has a filter. A term alone, which other pages pass on, does not
 * run it.
 */
export const isRun = (params: URLSearchParams): boolean => [RUN, ...names].some((name) => params.has(name));

/** Spec 5: 'ALL', an empty text or an empty list is sent as null. Now is sent as the running term. */
export function asSent({ asOfTerm, ...filter }: ReportFilter): ReportFilter {
  const sent = { ...filter, asOfTerm: asOfTerm === NOW ? runningTerm : asOfTerm };
  const entries = Object.entries(sent).map(([name, value]) => {
    const text = typeof value === 'string' ? normalizeText(value) : value;
    return [name, restrictsNothing(text) ? null : text];
  });
  return Object.fromEntries(entries) as ReportFilter;
}

/** The filters whose sent values differ. The order of a list does not count. */
export function changedNames(one: ReportFilter, other: ReportFilter): Name[] {
  const [left, right] = [asSent(one), asSent(other)];
  return names.filter((name) => comparable(left[name]) !== comparable(right[name]));
}

const comparable = (value: ReportFilter[Name]) =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
