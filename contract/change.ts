import { text } from './fields.ts';
import { form } from './form.ts';

/** What a change says of itself, whatever it changes: why it was made. */
export const changeForm = form('CHANGE', { reason: text('Reason', 500) });
