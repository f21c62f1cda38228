import { term } from '../../../contract/fields.ts';
import { type Form, form } from '../../../contract/form.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import type { ItemKind } from '../../../contract/kinds.ts';

/** The field of an edit form with the term from which new names and codes apply. It is no field of the item. */
export const EFFECTIVE = 'effectiveTerm';

/** Without a value, the change is a correction of all terms. */
export const effectiveTerm = term('Effective');

const withEffective = ({ entity, fields, rules, readOnly }: Form): Form =>
  form(entity, { ...fields, [EFFECTIVE]: effectiveTerm }, { rules, readOnly });

const editForms: Readonly<Record<ItemKind, Form>> = {
  school: withEffective(kindForms.school.editForm),
  department: withEffective(kindForms.department.editForm),
  degree: withEffective(kindForms.degree.editForm),
  major: withEffective(kindForms.major.editForm),
};

/** The form in which an item of a kind is edited: its fields, and the term from which its new names and codes apply. */
export const editFormOf = (kind: ItemKind): Form => editForms[kind];
