import { hasEarlierValues } from '../../../contract/earlierValues.ts';
import { factsOf } from '../../../contract/field.ts';
import { requiredChoice } from '../../../contract/fields.ts';
import { type Form, form } from '../../../contract/form.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import type { ProposalRow } from '../../../contract/proposals.ts';
import { EFFECTIVE, effectiveTerm } from '../../catalog/items/editForm.ts';
import type { ItemView } from '../../catalog/items/itemView.ts';
import { put } from '../../lib/searchParams.ts';
import { type InputValues, inputValues, sentValues } from '../../ui/form/inputValues.ts';
import { changeableFields } from './filteredItems.ts';

type View = Pick<ItemView<ItemKind>, 'kind' | 'editForm'>;

/** The values of a flag, as texts. */
export const flags = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

/**
 * The form of a new value of one field for several items: the field as in the edit form, and the term from which its values
 * apply if it keeps earlier ones (contract 14). A flag must be chosen. Empty for a name that is no field to change.
 */
export function changeFormOf(view: View, name: string | null): Form {
  const { entity, fields } = view.editForm;
  const facts = changeableFields(view).find(([one]) => one === name)?.[1];
  const { [name ?? '']: field } = fields;
  if (name === null || !facts || !field) return form(entity, {});
  return form(entity, {
    [name]: facts.byDefault === undefined ? field : requiredChoice(facts.label, flags),
    ...(hasEarlierValues(view.kind, name) ? { [EFFECTIVE]: effectiveTerm } : {}),
  });
}

/** What the inputs of a change contain, as texts in the URL. */
export interface Typed {
  name: string | null;
  value: string;
  /** The code of a term; empty for a correction of all terms. */
  effective: string;
}

/** Reads a URL. Without a value there is no field: an empty value would clear it. */
export const readTyped = (params: URLSearchParams): Typed => ({
  name: params.has('value') ? params.get('field') : null,
  value: params.get('value') ?? '',
  effective: params.get('effective') ?? '',
});

/** Writes a URL. */
export function writeTyped(params: URLSearchParams, { name, value, effective }: Typed): void {
  params.set('field', name ?? '');
  params.set('value', value);
  put(params, 'effective', effective);
}

/** The inputs of a form from `changeFormOf`. */
export const inputsOf = (of: Form, { name, value, effective }: Typed): InputValues =>
  inputValues(of, { [name ?? '']: value || null, [EFFECTIVE]: effective || null });

/** The opposite of `inputsOf`. */
export const typedIn = (name: string | null, inputs: InputValues): Typed => ({
  name,
  value: textOf(inputs[name ?? '']),
  effective: textOf(inputs[EFFECTIVE]),
});

// No field that can be changed has a list.
const textOf = (input: unknown) => (typeof input === 'string' ? input : '');

/** What each row of the proposal saves. */
export type Change = Required<Pick<ProposalRow, 'values'>> & Pick<ProposalRow, 'effectiveTerm'>;

/** Reads what was typed as the edit form would. Null if it is invalid. */
export function readChange(view: View, typed: Typed): Change | null {
  const { name } = typed;
  const own = changeFormOf(view, name);
  if (name === null || !Object.hasOwn(own.fields, name)) return null;
  const read = own.schema.safeParse(sentValues(own, inputsOf(own, typed)));
  if (!read.success) return null;
  const { [name]: value, [EFFECTIVE]: term } = read.data as Record<string, unknown>;
  const isFlag = factsOf(own.fields[name] as never).options === flags;
  return {
    values: { [name]: isFlag ? value === 'true' : value },
    ...(typeof term === 'string' ? { effectiveTerm: term } : {}),
  };
}
