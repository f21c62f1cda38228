import { Button } from '@mantine/core';
import { IconBan, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fieldColumn } from '../../contract/columns/dataColumn.ts';
import type { Token } from '../../contract/tokens.ts';
import { userLabel } from '../../contract/user.ts';
import { ActionsMenu } from '../catalog/items/ActionsMenu.tsx';
import caution from '../catalog/items/asOf.module.css';
import actions from '../catalog/items/items.module.css';
import layout from '../catalog/lookups/lookups.module.css';
import { errorsOf } from '../lib/api.ts';
import { base } from '../lib/base.ts';
import { tokensQuery } from '../lib/queries.ts';
import { dayText, timeOf } from '../lib/time.ts';
import { useLatest } from '../lib/useLatest.ts';
import { IgnoredParameters } from '../shell/IgnoredParameters.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Card } from '../ui/Card.tsx';
import { shortcut, useShortcut } from '../ui/keys/shortcut.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { showToast } from '../ui/popups/toastStore.ts';
import { Screen } from '../ui/Screen.tsx';
import { actionsColumn, type Column } from '../ui/table/column.ts';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import classes from './systems.module.css';
import { TokenDialog } from './TokenDialog.tsx';
import { revokeToken } from './tokenChanges.ts';
import { expiringText, scopeNames, stateNames } from './tokenTexts.ts';

const dayColumn = (id: 'expiresOn' | 'lastUsedOn', header: string): Column<Token> => ({
  id,
  header,
  value: ({ [id]: day }) => day && dayText(day),
  sort: ({ [id]: day }) => day,
});
const name: Column<Token> = { ...fieldColumn('name', 'Name'), isRowHeader: true };
const state: Column<Token> = { id: 'state', header: 'State', value: (token) => stateNames[token.state] };
const scopesColumn: Column<Token> = {
  id: 'scopes',
  header: 'Reads',
  value: ({ scopes }) => scopes.map((scope) => scopeNames[scope].name).join(', '),
};
const expiresOn = dayColumn('expiresOn', 'Last Day');
const columns: readonly Column<Token>[] = [
  name,
  fieldColumn('contact', 'Contact'),
  scopesColumn,
  state,
  expiresOn,
  dayColumn('lastUsedOn', 'Last Used'),
  {
    id: 'createdAt',
    header: 'Created',
    value: ({ createdAt, createdBy }) => `${timeOf(createdAt)} by ${userLabel(createdBy)}`,
    sort: ({ createdAt }) => createdAt,
  },
];
const facts: Column<Token> = {
  id: 'facts',
  header: 'Facts',
  value: ({ expiresOn: day }) => `Last day ${dayText(day)}`,
  sort: false,
};

/** The tokens with which other systems read the data: those who maintain it create, renew and revoke them here. */
export default function SystemsScreen() {
  const reading = useQuery(tokensQuery);
  const { data } = reading;
  const hasLoadError = useHasLoadError(reading);
  const [{ opened, token }, setShown] = useState<{ opened: boolean; token: Token | null }>({
    opened: false,
    token: null,
  });
  const open = (of: Token | null) => setShown({ opened: true, token: of });
  const createKey = useShortcut('N', 'Create token');
  const { mutate } = useMutation({
    mutationFn: revokeToken,
    onSuccess: () => showToast('The token has been revoked'),
    onError: (error) => showErrors(errorsOf(error)),
    meta: { ownError: true },
  });
  const revoke = (of: Token) =>
    showWarnings(
      [`Are you sure you want to revoke the token ${of.name}? The system that uses it is refused at once.`],
      () => mutate(of),
      null,
      { subject: of.name, isDestructive: true },
    );
  // The columns are built once; the buttons read the current actions when they are clicked.
  const latest = useLatest({ open, revoke });
  const table = useMemo(
    () => ({
      columns: [
        ...columns,
        actionsColumn((of: Token) =>
          of.state === 'revoked' ? null : (
            <div className={actions.actions}>
              <IconButton
                name={`Renew token ${of.name}`}
                {...shortcut('E', 'Renew')}
                icon={<IconRefresh size={18} />}
                onClick={() => latest.current.open(of)}
              />
              <IconButton
                name={`Revoke token ${of.name}`}
                {...shortcut('Delete', 'Revoke')}
                icon={<IconBan size={18} />}
                isDanger
                onClick={() => latest.current.revoke(of)}
              />
            </div>
          ),
        ),
      ],
      cards: [
        // The scopes have a line of their own: beside a long name, their words would break.
        state,
        name,
        scopesColumn,
        facts,
        actionsColumn((of: Token) =>
          of.state === 'revoked' ? null : (
            <ActionsMenu
              name={`token ${of.name}`}
              choices={[
                { label: 'Renew', act: () => latest.current.open(of) },
                { label: 'Revoke', act: () => latest.current.revoke(of), isDanger: true },
              ]}
            />
          ),
        ),
      ],
    }),
    [latest],
  );
  const soon = data && expiringText(data);
  return (
    <Screen heading="Other systems">
      <IgnoredParameters known={[]} />
      <Card>
        <div className={layout.heading}>
          <h2>Tokens</h2>
          <div className={layout.actions}>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => open(null)}
              {...createKey}
            >
              Create token
            </Button>
          </div>
        </div>
        <p className={classes.about}>
          Other systems read the data with a token. It belongs to the office: everyone who manages the data
          can renew or revoke it. <a href={`${base}/api/docs`}>Calls of the API</a>
        </p>
        {soon && <p className={caution.line}>{soon}</p>}
        {hasLoadError && <LoadError what="The tokens" reading={reading} />}
        {!data && !hasLoadError && <Loader />}
        {data && (
          <ShortTable
            label="Tokens"
            {...table}
            items={data}
            keyOf={({ id }) => id}
            rowKeys={['E renew', 'Del revoke']}
          />
        )}
        <TokenDialog
          opened={opened}
          token={token}
          onClose={() => setShown((now) => ({ ...now, opened: false }))}
        />
      </Card>
    </Screen>
  );
}
