import { reason } from './fields.ts';
import { form } from './form.ts';

/** What any change may state about itself: the reason for it. */
export const changeForm = form('CHANGE', { reason: reason() });
