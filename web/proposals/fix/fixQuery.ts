import { queryOptions } from '@tanstack/react-query';
import { type Finding, type Fix, MOST_FIXES } from '../../../contract/quality.ts';
import { errorsOf, request } from '../../lib/api.ts';
import { findingName } from '../../lib/paths.ts';
import { asOfQuery, QUALITY } from '../../lib/queries.ts';
import { isOpenFinding } from '../../quality/FindingTable.tsx';
import { findingsQuery } from '../../quality/qualityQueries.ts';

/** The rows that fix findings; null if none has a fix. The findings without one are left out. */
interface FixOf {
  fix: Fix | null;
  unfixable: readonly Finding[];
}

/** The server names the findings without a fix by their places in the request. */
const PLACE = /^fingerprints\.(\d+)$/;

async function readFix(path: string, findings: readonly Finding[], signal: AbortSignal): Promise<FixOf> {
  if (findings.length === 0) return { fix: null, unfixable: [] };
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

/**
 * The rows that fix findings of a rule: those with these names, or with null all open ones, of which `count` were found.
 * Nothing is saved. Not read again after a change: the findings of a fix that has been applied are gone.
 */
export const fixQuery = (rule: string, term: string | null, named: string | null) =>
  queryOptions({
    queryKey: [QUALITY, 'fix', rule, term, named],
    queryFn: async ({ signal, client }) => {
      const names = named === null ? null : new Set(named.split(','));
      const open = (await client.fetchQuery(findingsQuery(rule, term))).filter(
        (finding) => isOpenFinding(finding) && (names?.has(findingName(finding.fingerprint)) ?? true),
      );
      const path = `/quality/${encodeURIComponent(rule)}/fix${asOfQuery(term)}`;
      return { count: open.length, ...(await readFix(path, open.slice(0, MOST_FIXES), signal)) };
    },
    staleTime: 'static',
    gcTime: 0,
    meta: { ownError: true },
  });
