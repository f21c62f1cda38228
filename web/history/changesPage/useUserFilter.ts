import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Someone } from '../../../contract/history.ts';
import { userLabel } from '../../../contract/user.ts';
import { findUsers, usersQuery } from '../../lib/knownUsers.ts';
import type { Option } from '../../ui/form/options.ts';
import type { Filters } from './changeFilters.ts';

const none: readonly Someone[] = [];

/**
 * The users to filter by, and the filters with the user whom the URL names by network ID or full name. A text that names no
 * single user finds nothing, with a message.
 */
export function useUserFilter(filters: Filters) {
  const { data, isPending } = useQuery(usersQuery);
  const users = data ?? none;
  const options = useMemo(() => users.map(optionOf), [users]);
  const text = filters.person;
  const found = text === '' ? none : findUsers(users, text);
  const user = found.length === 1 && found[0] ? found[0].uciNetId : text;
  return {
    options,
    filters: { ...filters, person: user },
    /** Whether it is still unknown whom the URL names. */
    isPending: text !== '' && isPending,
    problem: data && text !== '' ? problemOf(found) : undefined,
    /** How texts name the user with a network ID. */
    labelOf: (uciNetId: string) => options.find(({ value }) => value === uciNetId)?.label ?? uciNetId,
  };
}

export type UserFilterState = ReturnType<typeof useUserFilter>;

const optionOf = (user: Someone): Option => ({
  value: user.uciNetId,
  label: userLabel(user),
  also: [user.name, user.uciNetId],
});

function problemOf(found: readonly Someone[]): string | undefined {
  if (found.length === 0)
    return 'No user has this name or network ID. Choose from the list, or clear the text.';
  return found.length > 1 ? `Choose one of ${found.map(userLabel).join(', ')}` : undefined;
}
