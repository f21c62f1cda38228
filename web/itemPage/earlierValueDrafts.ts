import { earlierValueEditForms } from '../../contract/earlierValueEditForms.ts';
import type { EarlierValue } from '../../contract/earlierValues.ts';
import type { Subject } from '../history/describeChange.ts';
import { draftsOf } from '../ui/form/drafts.ts';
import { inputValues } from '../ui/form/inputValues.ts';

type User = Parameters<typeof draftsOf>[0];

const prefixOf = ({ kind, key }: Subject) => `earlierValue/${kind}/${key}/`;

/** The `SaveForm` props for editing an earlier value of an item, or for adding one if `saved` is null. */
export function earlierDraft(of: Subject, saved: EarlierValue | null) {
  const { [of.kind]: form } = earlierValueEditForms;
  const name = saved ? `${saved.field}/${saved.lastTerm}` : '';
  return { form, start: inputValues(form, saved ?? {}), draftName: prefixOf(of) + name };
}

/** The earlier value with an unsaved draft on this page; null for a new one, undefined if there is no draft. */
export function draftedEarlierValue(
  user: User,
  of: Subject,
  all: readonly EarlierValue[],
): EarlierValue | null | undefined {
  const drafts = draftsOf(user);
  const names = drafts.names(prefixOf(of));
  return [null, ...all].find((one) => {
    const { form, start, draftName } = earlierDraft(of, one);
    return names.includes(draftName) && drafts.read(draftName, form, start) !== undefined;
  });
}
