import type { Finding } from '../../contract/quality.ts';
import { change, errorsOf } from '../lib/api.ts';
import { asOfQuery, QUALITY, queryClient } from '../lib/queries.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { findingsQuery } from './qualityQueries.ts';

/** The rule and the term that found something. */
export interface FoundBy {
  rule: string;
  term: string | null;
}

const endpointOf = ({ rule, term }: FoundBy, { fingerprint }: Pick<Finding, 'fingerprint'>) =>
  `/quality/${encodeURIComponent(rule)}/waivers/${encodeURIComponent(fingerprint)}${asOfQuery(term)}`;

/** Reads the rules and their findings again. */
export const readFindings = () => queryClient.invalidateQueries({ queryKey: [QUALITY] });

/** The finding that now has the same items, one without a waiver first. Reads the findings of the rule again. */
export async function currentFinding(
  { rule, term }: FoundBy,
  { items }: Finding,
): Promise<Finding | undefined> {
  const names = namesIn(items);
  const found = await queryClient.fetchQuery({ ...findingsQuery(rule, term), staleTime: 0 });
  const same = found.filter((other) => namesIn(other.items) === names);
  return same.find(({ waiver }) => waiver === null) ?? same[0];
}

const namesIn = (items: Finding['items']) => items.map(({ kind, key }) => `${kind}/${key}`).join(' ');

/** Waives a finding, or replaces the note of its waiver. A new waiver can be undone. */
export async function saveWaiver(by: FoundBy, finding: Finding, note: string): Promise<void> {
  await change('PUT', endpointOf(by, finding), { body: { note } });
  if (finding.waiver) showToast('The note has been saved');
  else
    showToast('The finding has been waived', () => attempt(() => change('DELETE', endpointOf(by, finding))));
  void readFindings();
}

/** The waivers that are being ended. */
const ending = new Set<string>();

/** Ends the waiver of a finding. Until the findings have been read again, a second call does nothing. */
export async function endWaiver(by: FoundBy, finding: Finding): Promise<void> {
  const endpoint = endpointOf(by, finding);
  if (ending.has(endpoint)) return;
  ending.add(endpoint);
  const body = { note: finding.waiver?.note };
  try {
    await change('DELETE', endpoint);
    showToast('The waiver has ended', () => attempt(() => change('PUT', endpoint, { body })));
  } catch (error) {
    showErrors(errorsOf(error));
  }
  await readFindings();
  ending.delete(endpoint);
}

/** Whether a change succeeded. Shows its error, and reads the findings again in either case. */
async function attempt(make: () => Promise<unknown>): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    showErrors(errorsOf(error));
    return false;
  } finally {
    void readFindings();
  }
}
