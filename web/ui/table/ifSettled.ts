import type { MouseEvent } from 'react';
import { focusUnsettled } from '../form/unsettled.ts';
import type { Ask } from './DownloadButton.tsx';

// A dropdown with a text that names no option does not filter. A user who has typed one expects other rows.

/** Goes on unless a dropdown has such a text, which gets the focus. */
export const ifSettled: Ask = (goOn) => void (focusUnsettled(document) || goOn());

/** The same for a click on a link. */
export const stayIfUnsettled = (event: MouseEvent) => {
  if (focusUnsettled(document)) event.preventDefault();
};
