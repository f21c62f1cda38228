import { useRef } from 'react';
import type { ApplyForm } from '../../contract/proposals.ts';
import { randomUuid } from './uuid.ts';

/** What is saved: all of the body but its ID. */
export type Sent = Omit<ApplyForm, 'id'>;

/**
 * Returns a function that gives what is sent an ID. What was sent without an answer gets the same again, so that it is not
 * saved twice.
 */
export function useSendId(): (sent: Sent) => string {
  const last = useRef({ text: '', id: '' });
  return (sent) => {
    const text = JSON.stringify(sent);
    if (text !== last.current.text) last.current = { text, id: randomUuid() };
    return last.current.id;
  };
}
