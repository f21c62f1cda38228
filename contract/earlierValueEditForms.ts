import { readEarlierValue } from './earlierValueForms.ts';
import { requiredChoice, requiredTerm, requiredText, text, version } from './fields.ts';
import { factsOfForm, form } from './form.ts';
import { kindForms } from './kindForms.ts';
import { type ItemKind, itemKinds } from './kinds.ts';
import type { FormRule } from './rules.ts';

// What users fill in: on the screen of an item, and in a file. The server receives only the value (earlierValueForms.ts).

/** The fields of an earlier value. Its value may be as long as that of any field, which has the limit. */
const fields = { lastTerm: requiredTerm('Last Term'), value: text('Value', 200) };

/** The form of an earlier value of any kind of item. `field` is the name or the label of a field of the item. */
export const earlierValueForm = form('EARLIER_VALUE', { field: requiredText('Field', 60), ...fields });

/** Why a value is invalid for a field of a kind of item, in the words of the item's form; undefined if it is valid. */
function messageFor(kind: ItemKind, field: string, value: unknown): string | undefined {
  const read = readEarlierValue(kind, field, value);
  return 'errors' in read ? read.errors[0]?.message : undefined;
}

const validForField = (kind: ItemKind): FormRule<{ field: string; value: string | null }> => ({
  fields: ['field', 'value'],
  code: 'BAD_FORMAT',
  message: (_labelOf, { field, value }) => messageFor(kind, field, value) ?? '',
  holds: ({ field, value }) => messageFor(kind, field, value) === undefined,
});

function formOf(kind: ItemKind) {
  const facts = factsOfForm(kindForms[kind].editForm);
  const options = itemKinds[kind].earlier.map((name) => ({ value: name, label: facts[name]?.label ?? name }));
  return form(
    kindForms[kind].editForm.entity,
    { field: requiredChoice('Field', options), ...fields, version: version() },
    { rules: [validForField(kind)] },
  );
}

type EarlierValueForm = ReturnType<typeof formOf>;

/** The forms of an earlier value of each kind of item. Its value is valid if the item's form accepts it in the field. */
export const earlierValueEditForms: Readonly<Record<ItemKind, EarlierValueForm>> = {
  school: formOf('school'),
  department: formOf('department'),
  degree: formOf('degree'),
  major: formOf('major'),
};
