import { Button, Checkbox } from '@mantine/core';
import { createContext, type MouseEvent, type ReactNode, use, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Quarter } from '../../contract/columns/quarters.ts';
import type { Finding, QualityRule } from '../../contract/quality.ts';
import { kindText } from '../history/changesPage/changeWords.ts';
import { nameOfSomeone } from '../history/describeChange.ts';
import { fixPath } from '../lib/paths.ts';
import { timeOf } from '../lib/time.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { actionsColumn, type Column } from '../ui/table/column.ts';
import { stayIfUnsettled } from '../ui/table/ifSettled.ts';
import { ResultTable } from '../ui/table/ResultTable.tsx';
import { useNarrow } from '../ui/table/useNarrow.ts';
import { FoundItems, namesOfFinding } from './FoundItems.tsx';
import { factTexts } from './factsOfFinding.ts';
import classes from './quality.module.css';
import { WaiverDialog } from './WaiverDialog.tsx';
import { endWaiver } from './waiverChanges.ts';

interface Props {
  rule: QualityRule;
  term: string | null;
  /** All findings of the rule, and those to show. */
  all: readonly Finding[];
  shown: readonly Finding[];
  /** The active filters, in words. */
  filters: readonly string[];
  /** Waivers cannot be changed for another user. */
  canWaive: boolean;
}

/** The findings of a rule. They can be waived and, if the rule has a fix, selected and fixed together. */
export function FindingTable({ rule, term, all, shown, filters, canWaive }: Props) {
  const quarter = useQuarter();
  const isNarrow = useNarrow();
  const { asOf } = useAsOf();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [waiving, setWaiving] = useState<{ finding: Finding; isOpened: boolean } | null>(null);
  const foundBy = useMemo(() => ({ rule: rule.id, term }), [rule.id, term]);
  const canFix = rule.canFix && all.some(isOpenFinding);
  const columns = useMemo(
    () => [
      ...columnsOf(quarter, canFix, isNarrow),
      ...(canWaive
        ? [
            actionsColumn<Finding>((finding) => (
              <WaiverActions
                finding={finding}
                onWaive={() => setWaiving({ finding, isOpened: true })}
                onEnd={() => void endWaiver(foundBy, finding)}
              />
            )),
          ]
        : []),
    ],
    [canFix, canWaive, quarter, isNarrow, foundBy],
  );
  const toggle = ({ fingerprint }: Finding) =>
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(fingerprint)) next.add(fingerprint);
      return next;
    });
  const open = all.filter(isOpenFinding);
  const fixLink = (found: readonly Finding[]): ReactNode => {
    const chosen = open.filter(({ fingerprint }) => selected.has(fingerprint));
    const toFix = chosen.length > 0 ? chosen : found.filter(isOpenFinding);
    if (toFix.length === 0) return null;
    const areAll = toFix.length === open.length;
    const path = fixPath(rule.id, areAll ? null : toFix.map(({ fingerprint }) => fingerprint));
    const count = toFix.length.toLocaleString('en-US');
    const all = toFix.length === 1 ? '' : 'all ';
    return (
      <Button component={Link} to={withAsOf(path, asOf)} variant="default" onClick={stayIfUnsettled}>
        {chosen.length > 0 ? `Fix ${count} selected…` : `Fix ${all}${count}…`}
      </Button>
    );
  };
  return (
    <SelectedFindings value={{ selected, toggle }}>
      <ResultTable
        label={rule.title}
        exportName={rule.id}
        filters={filters}
        columns={columns}
        secondaryRow={waiverColumn}
        items={shown}
        keyOf={keyOfFinding}
        rowKeys={canFix ? selectKeys : noKeys}
        tools={canFix ? fixLink : undefined}
      />
      {canWaive && (
        <WaiverDialog
          opened={waiving?.isOpened ?? false}
          foundBy={foundBy}
          finding={waiving?.finding ?? null}
          onClose={() => setWaiving((now) => now && { ...now, isOpened: false })}
        />
      )}
    </SelectedFindings>
  );
}

export const isOpenFinding = ({ waiver }: Finding): boolean => waiver === null;

const keyOfFinding = ({ fingerprint }: Finding) => fingerprint;
const selectKeys = ['Space select'];
const noKeys: readonly string[] = [];

interface Selected {
  selected: ReadonlySet<string>;
  toggle: (finding: Finding) => void;
}

// A context, because columns that depend on the selection would rebuild the whole table.
const SelectedFindings = createContext<Selected>({ selected: new Set(), toggle: () => {} });

interface CheckboxProps {
  finding: Finding;
  /** Without its kind, which is beside the items then. */
  isBare?: boolean;
}

/** A waived finding needs no fix. */
function FindingCheckbox({ finding, isBare = false }: CheckboxProps) {
  const { selected, toggle } = use(SelectedFindings);
  return (
    <Checkbox
      label={isBare ? undefined : kindOf(finding)}
      aria-label={namesOfFinding(finding)}
      checked={isOpenFinding(finding) && selected.has(finding.fingerprint)}
      disabled={!isOpenFinding(finding)}
      onChange={() => toggle(finding)}
    />
  );
}

const kindOf = ({ items }: Finding) => kindText(items[0]?.kind ?? '');
const kindColumn: Column<Finding> = { id: 'kind', header: 'Kind', value: kindOf };
const selectColumn: Column<Finding> = {
  ...kindColumn,
  cell: (finding) => <FindingCheckbox finding={finding} />,
};

/** On a phone the checkbox and the kind are beside each item. */
const columnsOf = (quarter: Quarter, canFix: boolean, isNarrow: boolean): Column<Finding>[] => [
  ...(isNarrow ? [] : [canFix ? selectColumn : kindColumn]),
  {
    id: 'found',
    header: 'Found',
    value: (finding) =>
      factTexts(finding, quarter)
        .map((facts, at) => `${finding.items[at]?.label}: ${facts}`)
        .join('; '),
    cell: (finding) =>
      isNarrow && canFix ? (
        <div className={classes.selectable}>
          <FindingCheckbox finding={finding} isBare />
          <FoundItems finding={finding} withKind />
        </div>
      ) : (
        <FoundItems finding={finding} withKind={isNarrow} />
      ),
  },
];

const waiverColumn: Column<Finding> = {
  id: 'waiver',
  header: 'Waiver',
  value: ({ waiver }) =>
    waiver && `Waived by ${nameOfSomeone(waiver.by)} on ${timeOf(waiver.at)}: ${waiver.note}`,
};

interface ActionsProps {
  finding: Finding;
  onWaive: () => void;
  onEnd: () => void;
}

/** The second click of a double click must not press the button that replaces the first one. */
const unlessDouble = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

function WaiverActions({ finding, onWaive, onEnd }: ActionsProps) {
  const name = namesOfFinding(finding);
  if (isOpenFinding(finding))
    return (
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Waive ${name}`}
          onClick={unlessDouble(onWaive)}
        >
          Waive
        </Button>
      </div>
    );
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Edit note of ${name}`}
        onClick={unlessDouble(onWaive)}
      >
        Edit note
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`End waiver of ${name}`}
        onClick={(event) => {
          // The button disappears, so it cannot keep the focus.
          event.currentTarget.closest('tr')?.focus();
          onEnd();
        }}
      >
        End waiver
      </Button>
    </div>
  );
}
