import { Button } from '@mantine/core';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { nameOf, useLogin, useLogout } from '../lib/session.ts';
import { hasImport } from '../lib/userStorage.ts';
import { UNSAVED, wouldAsk } from '../ui/form/unsaved.ts';
import { showWarnings } from '../ui/popups/popupStore.ts';
import classes from './layout.module.css';

const IMPORT_DELETED = 'Logging out deletes the import that is still open. Log out?';

export function Greeting({ user }: { user: AuthenticatedUser | null }) {
  const login = useLogin();
  const logout = useLogout();
  const { mutate, isPending } = user ? logout : login;
  // Before the session ends: after that, staying would keep nothing.
  const ask = () => {
    const lost = user ? [...(wouldAsk() ? [UNSAVED] : []), ...(hasImport(user) ? [IMPORT_DELETED] : [])] : [];
    if (lost.length > 0) showWarnings(lost, () => mutate());
    else mutate();
  };
  return (
    <div className={classes.greeting}>
      <span>
        Welcome <span>{nameOf(user)}</span>
      </span>
      <Button
        size="xs"
        variant="white"
        className={classes.outlined}
        loading={isPending}
        title={user?.impersonator ? `Ends the session of ${nameOf(user.impersonator)}` : undefined}
        onClick={ask}
      >
        {user ? 'Logout' : 'Login'}
      </Button>
    </div>
  );
}
