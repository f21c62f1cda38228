import { queryOptions } from '@tanstack/react-query';
import type { Finding, Fix } from '../../../contract/quality.ts';
import { errorsOf, request } from '../../lib/api.ts';
import { asOfQuery, QUALITY } from '../../lib/queries.ts';

/** The rows that fix findings; null if none has a fix. The findings without one are left out. */
interface FixOf {
  fix: Fix | null;
  unfixable: readonly Finding[];
}

/** The server names the findings without a fix by their places in the request. */
const PLACE = /^fingerprints\.(\d+)$/;

async function readFix(path: string, findings: readonly Finding[], signal: AbortSignal): Promise<FixOf> {
  const fixOf = (some: readonly Finding[]) =>
    request<Fix>('POST', path, {
      body: { fingerprints: some.map(({ fingerprint }) => fingerprint) },
      signal,
    });
  try {
    return { fix: await fixOf(findings), unfixable: [] };
  } catch (error) {
    const places = new Set(errorsOf(error).flatMap(({ field = '' }) => PLACE.exec(field)?.[1] ?? []));
    if (places.size === 0) throw error;
    const isUnfixable = (at: number) => places.has(String(at));
    const others = findings.filter((_finding, at) => !isUnfixable(at));
    return {
      fix: others.length > 0 ? await fixOf(others) : null,
      unfixable: findings.filter((_finding, at) => isUnfixable(at)),
    };
  }
}

/** The rows that fix these findings of a rule. Nothing is saved. */
export const fixQuery = (rule: string, term: string | null, findings: readonly Finding[]) =>
  queryOptions({
    queryKey: [QUALITY, 'fix', rule, term, findings.map(({ fingerprint }) => fingerprint)],
    queryFn: ({ signal }) =>
      readFix(`/quality/${encodeURIComponent(rule)}/fix${asOfQuery(term)}`, findings, signal),
    gcTime: 0,
    meta: { ownError: true },
  });
