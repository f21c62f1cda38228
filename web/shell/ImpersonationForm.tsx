import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useMemo, useState } from 'react';
import { type AuthenticatedUser, userLabel } from '../../contract/user.ts';
import { RequestError } from '../lib/api.ts';
import { actableUsersQuery, findUsers } from '../lib/knownUsers.ts';
import { AHEAD, queryClient } from '../lib/queries.ts';
import { useImpersonation } from '../lib/session.ts';
import { findOptions, type Option } from '../ui/form/options.ts';
import { SuggestInput } from '../ui/form/SuggestInput.tsx';
import classes from './layout.module.css';

export interface ImpersonationFormProps {
  user: AuthenticatedUser;
}

const MOST_OPTIONS = 50;

/**
 * Starts acting as another user, by ID or by name. The field suggests those whom the user may act as, once it is used. Any
 * other ID may be typed: the server says why it does not work.
 */
export function ImpersonationForm({ user }: ImpersonationFormProps) {
  const [text, setText] = useState('');
  const [isUsed, setUsed] = useState(false);
  const impersonation = useImpersonation();
  const { data } = useQuery({ ...actableUsersQuery(user), enabled: isUsed, meta: AHEAD });
  const options = useMemo(
    () =>
      (data ?? [])
        .map((one): Option => ({ value: one.uciNetId, label: userLabel(one) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, 'en-US')),
    [data],
  );
  const suggest = useCallback(
    (typed: string) => findOptions(options, typed).options.slice(0, MOST_OPTIONS),
    [options],
  );
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || impersonation.isPending) return;
    impersonation.mutate(() => idOf(user, text.trim()), { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={start}>
      <div className={classes.impersonated}>
        <SuggestInput
          size="xs"
          label="Impersonation ID"
          placeholder="Enter Impersonation ID"
          value={text}
          // Text typed during the request would be cleared with the sent text.
          readOnly={impersonation.isPending}
          onChange={setText}
          suggest={suggest}
          onFocus={() => setUsed(true)}
          // Spec 2: Enter also submits.
          submitsTyped
        />
      </div>
      <Button type="submit" size="xs" variant="default" loading={impersonation.isPending}>
        Login
      </Button>
    </form>
  );
}

/** The ID of the user whom a text names. A text that is no name counts as an ID. Throws if it names several users. */
async function idOf(user: AuthenticatedUser, text: string): Promise<string> {
  const users = await queryClient.ensureQueryData(actableUsersQuery(user)).catch(() => []);
  const [found, ...others] = findUsers(users, text);
  if (!found) return text;
  if (others.length === 0) return found.uciNetId;
  const labels = [found, ...others].map(userLabel).join(' or ');
  throw new RequestError([
    { code: 'SEVERAL_USERS', message: `Several users have this name. Choose ${labels}.` },
  ]);
}
