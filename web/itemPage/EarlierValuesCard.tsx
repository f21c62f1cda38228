import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EarlierValue, ItemEarlierValue } from '../../contract/earlierValues.ts';
import { factsOfForm } from '../../contract/form.ts';
import { kindForms } from '../../contract/kindForms.ts';
import { itemKinds } from '../../contract/kinds.ts';
import { ActionsMenu } from '../catalog/items/ActionsMenu.tsx';
import items from '../catalog/items/items.module.css';
import { rowKeys } from '../catalog/items/RowActions.tsx';
import type { Subject } from '../history/describeChange.ts';
import { useChangeToast } from '../history/useChangeToast.ts';
import { errorsOf } from '../lib/api.ts';
import { earlierValuesQuery } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { timeOf } from '../lib/time.ts';
import { useLatest } from '../lib/useLatest.ts';
import { earlierValuesByItem } from '../terms/earlierValuesOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { useFormatValue } from '../terms/useFormatValue.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { shortcut } from '../ui/keys/shortcut.ts';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { useLatePart } from '../ui/lateParts.ts';
import { showErrors, showWarnings } from '../ui/popups/popupStore.ts';
import { actionsColumn, type Column } from '../ui/table/column.ts';
import { ShortTable } from '../ui/table/ShortTable.tsx';
import type { EarlierValueDialogProps } from './EarlierValueDialog.tsx';
import { deleteEarlierValue, dropEarlierValue } from './earlierValueChanges.ts';
import { draftedEarlierValue } from './earlierValueDrafts.ts';
import { FoldableCard } from './FoldableCard.tsx';
import classes from './itemPage.module.css';

declare module '../ui/lateParts.ts' {
  interface LateParts {
    EarlierValueDialog: React.ComponentType<EarlierValueDialogProps>;
  }
}

interface Props {
  of: Subject;
  /** The label of the item. */
  label: string;
}

const TITLE = 'Earlier names and codes';

/** The names and codes that an item had in earlier terms (contract 14), which can be added, edited and deleted. Starts open. */
export function EarlierValuesCard({ of, label }: Props) {
  const [isOpen, setOpen] = useState(true);
  const reading = useQuery(earlierValuesQuery);
  const hasLoadError = useHasLoadError(reading);
  const { data } = reading;
  const rows = useMemo(() => data && inOrder(of, earlierValuesByItem(data)(of.kind, of.key)), [data, of]);
  const { open, dialog } = useEarlierValueDialog(of, label, rows);
  return (
    <>
      <FoldableCard
        title={TITLE}
        note={rows?.length ? rows.length.toLocaleString('en-US') : undefined}
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label="Add an earlier name or code"
            onClick={() => open(null)}
          >
            Add
          </Button>
        }
        isOpen={isOpen}
        onFold={setOpen}
      >
        {hasLoadError && <LoadError what="The earlier names and codes" reading={reading} />}
        {rows && rows.length > 0 && <Rows of={of} rows={rows} onEdit={open} />}
        {rows?.length === 0 && (
          <p className={classes.empty}>
            None. Add a name or code that differed in earlier terms, and pages as of these terms show it.
          </p>
        )}
      </FoldableCard>
      {dialog}
    </>
  );
}

/** By the form's order of fields, then by term. */
function inOrder({ kind }: Subject, rows: readonly ItemEarlierValue[]): readonly ItemEarlierValue[] {
  const fields: readonly string[] = itemKinds[kind].earlier;
  return rows.toSorted(
    (one, other) =>
      fields.indexOf(one.field) - fields.indexOf(other.field) || (one.lastTerm < other.lastTerm ? -1 : 1),
  );
}

/** The texts of earlier values of a kind: 'Title 20', 'Title 20 through F19'. */
function useTexts({ kind }: Subject) {
  const quarter = useQuarter();
  const format = useFormatValue();
  const facts = factsOfForm(kindForms[kind].editForm);
  const fieldOf = ({ field }: EarlierValue) => facts[field]?.label ?? field;
  return {
    fieldOf,
    valueOf: ({ field, value }: EarlierValue) => (facts[field] ? format(facts[field], value) : value) || null,
    nameOf: (one: EarlierValue) => `${fieldOf(one)} through ${quarter(one.lastTerm)}`,
  };
}

/** The dialog to add and edit earlier values. It opens automatically if this page has an unsaved draft. */
function useEarlierValueDialog(of: Subject, label: string, rows: readonly EarlierValue[] | undefined) {
  const { user } = useSession();
  const { nameOf } = useTexts(of);
  const { Part: EarlierValueDialog, loadPart } = useLatePart('EarlierValueDialog');
  const [{ opened, saved }, setShown] = useState<{ opened: boolean; saved: EarlierValue | null }>({
    opened: false,
    saved: null,
  });
  const open = (next: EarlierValue | null) => setShown({ opened: true, saved: next });
  const close = () => setShown((now) => ({ ...now, opened: false }));
  const load = useLatest(() =>
    loadPart().catch((error: unknown) => {
      showErrors(errorsOf(error));
      close();
    }),
  );
  useEffect(() => {
    if (opened) void load.current();
  }, [opened, load]);
  const [hasCheckedDrafts, setCheckedDrafts] = useState(false);
  if (rows && !hasCheckedDrafts) {
    setCheckedDrafts(true);
    const drafted = draftedEarlierValue(user, of, rows);
    if (drafted !== undefined) open(drafted);
  }
  return {
    open,
    dialog: EarlierValueDialog && (
      <EarlierValueDialog
        opened={opened}
        of={of}
        saved={saved}
        subject={saved ? `${nameOf(saved)}, ${label}` : label}
        onClose={close}
      />
    ),
  };
}

interface RowsProps {
  of: Subject;
  rows: readonly EarlierValue[];
  onEdit: (one: EarlierValue) => void;
}

const keyOf = ({ field, lastTerm }: EarlierValue) => `${field}/${lastTerm}`;

function Rows({ of, rows, onEdit }: RowsProps) {
  const quarter = useQuarter();
  const { fieldOf, valueOf, nameOf } = useTexts(of);
  const askToDelete = useDeleteEarlierValue(of);
  const onDelete = (one: EarlierValue) => askToDelete(one, nameOf(one), valueOf(one));
  const field: Column<EarlierValue> = { id: 'field', header: 'Field', value: fieldOf };
  const value: Column<EarlierValue> = { id: 'value', header: 'Value', value: valueOf };
  const columns: Column<EarlierValue>[] = [
    field,
    value,
    {
      id: 'lastTerm',
      header: 'Through',
      value: ({ lastTerm }) => quarter(lastTerm),
      sort: ({ lastTerm }) => lastTerm,
    },
    {
      id: 'lastModified',
      header: 'Last Modified',
      value: ({ lastModified }) => timeOf(lastModified),
      sort: ({ lastModified }) => lastModified,
    },
    { id: 'lastModifiedBy', header: 'Modified By', value: ({ lastModifiedBy }) => lastModifiedBy },
    actionsColumn((one) => (
      <div className={items.actions}>
        <IconButton
          name={`Edit ${nameOf(one)}`}
          {...shortcut('E', 'Edit')}
          icon={<IconPencil size={18} />}
          onClick={() => onEdit(one)}
        />
        <IconButton
          name={`Delete ${nameOf(one)}`}
          {...shortcut('Delete', 'Delete')}
          icon={<IconTrash size={18} />}
          isDanger
          onClick={() => onDelete(one)}
        />
      </div>
    )),
  ];
  const cards: Column<EarlierValue>[] = [
    field,
    value,
    {
      id: 'facts',
      header: 'Facts',
      value: (one) =>
        `through ${quarter(one.lastTerm)} · ${timeOf(one.lastModified)} by ${one.lastModifiedBy}`,
      sort: false,
    },
    actionsColumn((one) => (
      <ActionsMenu
        name={nameOf(one)}
        choices={[
          { label: 'Edit', act: () => onEdit(one) },
          { label: 'Delete', act: () => onDelete(one), isDanger: true },
        ]}
      />
    )),
  ];
  return (
    <ShortTable label={TITLE} columns={columns} cards={cards} items={rows} rowKeys={rowKeys} keyOf={keyOf} />
  );
}

interface Deletion {
  one: EarlierValue;
  reason: string;
}

/** Asks for confirmation, deletes, and removes the earlier value from the list (spec 4). */
function useDeleteEarlierValue(of: Subject) {
  const showChangeToast = useChangeToast();
  const { mutate } = useMutation({
    mutationFn: ({ one, reason }: Deletion) => deleteEarlierValue(of, one, reason),
    onSuccess: ({ requestId }, { one }) => {
      dropEarlierValue(of, one);
      showChangeToast('The earlier value has been successfully deleted', requestId);
    },
    // Another user may have deleted it already.
    onError: (_error, _deletion, _context, { client }) =>
      client.invalidateQueries({ queryKey: earlierValuesQuery.queryKey }),
  });
  return useCallback(
    (one: EarlierValue, name: string, value: string | null) =>
      showWarnings([`Are you sure you want to delete ${name}?`], (reason) => mutate({ one, reason }), null, {
        subject: value ?? undefined,
        isDestructive: true,
        reason: '',
      }),
    [mutate],
  );
}
