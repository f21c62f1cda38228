import { Button } from '@mantine/core';
import { nameOf, useContinueAsNewUser, useSession } from '../lib/session.ts';
import { dismissPopups } from '../ui/popups/popupStore.ts';
import popups from '../ui/popups/popups.module.css';

/** The session belongs to another user than the page by now: what becomes of what was typed, and the way to go on. */
export function AnotherUser() {
  const { user } = useSession();
  const { mutate, isPending } = useContinueAsNewUser();
  return (
    <>
      <p>
        What you typed is kept in this tab for <span>{nameOf(user)}</span>.
      </p>
      <div className={popups.actions}>
        <Button variant="default" data-start onClick={dismissPopups}>
          Close
        </Button>
        <Button loading={isPending} onClick={() => mutate(undefined, { onSettled: dismissPopups })}>
          Continue as the new user
        </Button>
      </div>
    </>
  );
}
