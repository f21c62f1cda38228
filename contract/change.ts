import { reason } from './fields.ts';
import { form } from './form.ts';

/** The form that any change may have: the reason for it. */
export const changeForm = form('CHANGE', { reason: reason() });
