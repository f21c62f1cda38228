import type { Fields, Form } from '../../contract/form.ts';
import { plainFieldsOf } from '../form/fields.tsx';
import { useTermOptions } from './lookups.ts';

/** `plainFieldsOf` plus `<F.Term name="startTerm" />`, a dropdown of all terms. */
export function fieldsOf<F extends Fields>(form: Form<F>) {
  const parts = plainFieldsOf(form);
  const Term: typeof parts.Choice = (props) => (
    <parts.OneOf {...props} options={useTermOptions()} placeholder="Select a Term" />
  );
  return { ...parts, Term };
}
