import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AuthenticatedUser } from '../../contract/user.ts';
import { errorsOf } from '../lib/api.ts';
import { takeStart } from '../lib/impersonationStart.ts';
import { restoreState } from '../lib/lastUrl.ts';
import { isPermitted, nameOf, useImpersonation } from '../lib/session.ts';
import { useLatest } from '../lib/useLatest.ts';
import { useLatePart } from '../ui/lateParts.ts';
import type { ImpersonationFormProps } from './ImpersonationForm.tsx';
import classes from './layout.module.css';

declare module '../ui/lateParts.ts' {
  interface LateParts {
    ImpersonationForm: ComponentType<ImpersonationFormProps>;
  }
}

/**
 * Spec 2: shown only to users who may impersonate, and while they do, in a color that is used nowhere else. When they end an
 * impersonation, they return to the page from which they started it.
 */
export function ImpersonationBar({ user }: { user: AuthenticatedUser | null }) {
  const start = useRef<string>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const path = start.current;
    // Only now is the screen of the other user gone, so that it no longer asks whether to leave it.
    if (path === null || user?.isImpersonatedUser) return;
    start.current = null;
    void navigate(path, { state: restoreState });
  }, [user, navigate]);
  if (!user || !isPermitted(user, 'impersonate:user', true)) return null;
  return (
    <section
      aria-label="Impersonation"
      className={classes.impersonation}
      data-acting={user.isImpersonatedUser || undefined}
    >
      {user.isImpersonatedUser ? <Acting user={user} start={start} /> : <Choose user={user} />}
    </section>
  );
}

/** The form, which few users have, is not in the first script. */
function Choose({ user }: { user: AuthenticatedUser }) {
  const { Part: Form, loadPart } = useLatePart('ImpersonationForm');
  const [problem, setProblem] = useState<string>();
  const load = useLatest(loadPart);
  useEffect(() => {
    load.current().catch((error: unknown) => setProblem(errorsOf(error)[0]?.message));
  }, [load]);
  return Form ? <Form user={user} /> : <output>{problem}</output>;
}

interface ActingProps {
  user: AuthenticatedUser;
  /** The path of the page to return to. */
  start: RefObject<string | null>;
}

function Acting({ user, start }: ActingProps) {
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
        onClick={() =>
          impersonation.mutate(null, {
            onSuccess: () => {
              start.current = takeStart(user);
            },
          })
        }
      >
        Logout
      </Button>
    </>
  );
}
