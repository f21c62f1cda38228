import { Button } from '@mantine/core';
import { fullNameOf, userLabel } from '../../contract/user.ts';
import { useContinueAsNewUser, useSession } from '../lib/session.ts';
import { dismissPopups } from '../ui/popups/popupStore.ts';
import popups from '../ui/popups/popups.module.css';

/**
 * Shown when the session no longer belongs to the page's user: explains what happens to unsaved input, and offers to
 * continue.
 */
export function AnotherUser() {
  const { user } = useSession();
  const { mutate, isPending } = useContinueAsNewUser();
  return (
    <>
      <p>
        What you typed into a form is kept in this tab for{' '}
        <span>{user && userLabel({ uciNetId: user.uciNetId, name: fullNameOf(user) })}</span>.
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
