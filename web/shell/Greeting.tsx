import { Button } from '@mantine/core';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { nameOf, useLogin, useLogout } from '../lib/session.ts';
import classes from './layout.module.css';

export function Greeting({ user }: { user: AuthenticatedUser | null }) {
  const login = useLogin();
  const logout = useLogout();
  const { mutate, isPending } = user ? logout : login;
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
        onClick={() => mutate()}
      >
        {user ? 'Logout' : 'Login'}
      </Button>
    </div>
  );
}
