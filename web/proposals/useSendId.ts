import { useRef } from 'react';
import type { ApplyForm } from '../../contract/proposals.ts';
import { randomUuid } from './uuid.ts';

/** The body of a save without its ID. */
export type Sent = Omit<ApplyForm, 'id'>;

/**
 * Returns a function that returns an ID for a body. A body that got no response gets the same ID again, so that it is saved
 * only once.
 */
export function useSendId(): (sent: Sent) => string {
  const last = useRef({ text: '', id: '' });
  return (sent) => {
    const text = JSON.stringify(sent);
    if (text !== last.current.text) last.current = { text, id: randomUuid() };
    return last.current.id;
  };
}
