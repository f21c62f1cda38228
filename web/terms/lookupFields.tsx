import { helpFor } from '../../contract/fieldHelp.ts';
import type { Fields, Form } from '../../contract/form.ts';
import { plainFieldsOf } from '../ui/form/fields.tsx';
import { useTermOptions } from './lookups.ts';
import { runningTerm } from './runningTerm.ts';

/** `plainFieldsOf` with the help, plus `<F.Term name="startTerm" />`, a dropdown of all terms that opens at the current one. */
export function fieldsOf<F extends Fields>(form: Form<F>) {
  const parts = plainFieldsOf(form, helpFor);
  const Term: typeof parts.Choice = (props) => (
    <parts.OneOf {...props} options={useTermOptions()} placeholder="Select a Term" near={runningTerm} />
  );
  return { ...parts, Term };
}
