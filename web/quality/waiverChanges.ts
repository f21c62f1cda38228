import type { Finding } from '../../contract/quality.ts';
import { change, errorsOf } from '../lib/api.ts';
import { asOfQuery, QUALITY, queryClient } from '../lib/queries.ts';
import { showErrors } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';

/** The rule and the term that found something. */
export interface FoundBy {
  rule: string;
  term: string | null;
}

const endpointOf = ({ rule, term }: FoundBy, { fingerprint }: Pick<Finding, 'fingerprint'>) =>
  `/quality/${encodeURIComponent(rule)}/waivers/${encodeURIComponent(fingerprint)}${asOfQuery(term)}`;

/** Reads the rules and their findings again. */
export const readFindings = () => queryClient.invalidateQueries({ queryKey: [QUALITY] });

/** Waives a finding, or replaces the note of its waiver. A new waiver can be undone. */
export async function saveWaiver(by: FoundBy, finding: Finding, note: string): Promise<void> {
  await change('PUT', endpointOf(by, finding), { body: { note } });
  if (finding.waiver) showToast('The note has been saved');
  else
    showToast('The finding has been waived', () => attempt(() => change('DELETE', endpointOf(by, finding))));
  void readFindings();
}

/** Ends the waiver of a finding. */
export async function endWaiver(by: FoundBy, finding: Finding): Promise<void> {
  const body = { note: finding.waiver?.note };
  if (await attempt(() => change('DELETE', endpointOf(by, finding))))
    showToast('The waiver has ended', () => attempt(() => change('PUT', endpointOf(by, finding), { body })));
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
