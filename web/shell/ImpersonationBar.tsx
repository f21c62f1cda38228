import { Button, TextInput } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { isPermitted, nameOf, useImpersonation } from '../lib/session.ts';
import classes from './layout.module.css';

/** Spec 2: shown only to users who may impersonate, and while they do, in a color that is used nowhere else. */
export function ImpersonationBar({ user }: { user: AuthenticatedUser | null }) {
  if (!isPermitted(user, 'impersonate:user', true)) return null;
  return (
    <section
      aria-label="Impersonation"
      className={classes.impersonation}
      data-acting={user?.isImpersonatedUser || undefined}
    >
      {user?.isImpersonatedUser ? <Acting user={user} /> : <Choose />}
    </section>
  );
}

function Choose() {
  const [id, setId] = useState('');
  const impersonation = useImpersonation();
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!id.trim() || impersonation.isPending) return;
    impersonation.mutate(id.trim(), { onSuccess: () => setId('') });
  };
  return (
    <form onSubmit={start}>
      <TextInput
        size="xs"
        className={classes.impersonated}
        placeholder="Enter Impersonation ID"
        aria-label="Impersonation ID"
        value={id}
        // Text typed during the request would be cleared with the sent text.
        readOnly={impersonation.isPending}
        onChange={(event) => setId(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" size="xs" variant="default" loading={impersonation.isPending}>
        Login
      </Button>
    </form>
  );
}

function Acting({ user }: { user: AuthenticatedUser }) {
  const impersonation = useImpersonation();
  return (
    <>
      <IconUserShield size={20} aria-hidden />
      <output>
        You're currently impersonating{' '}
        <strong>
          <span>{nameOf(user)}</span> <span>{user.uciNetId}</span>
        </strong>
      </output>
      <Button
        size="xs"
        variant="default"
        loading={impersonation.isPending}
        title={`Ends acting as ${nameOf(user)}`}
        onClick={() => impersonation.mutate(null)}
      >
        Logout
      </Button>
    </>
  );
}
