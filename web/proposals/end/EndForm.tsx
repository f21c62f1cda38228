import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { TERM_CODE } from '../../../contract/lookups.ts';
import { labelOf } from '../../catalog/items/itemView.ts';
import { degreeView } from '../../catalog/kinds/degree.tsx';
import { put } from '../../lib/searchParams.ts';
import { useQuarter, useTermOptions } from '../../terms/lookups.ts';
import { hasPassed, runningTerm } from '../../terms/runningTerm.ts';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { toggled } from '../../ui/form/toggled.ts';
import type { ItemRelationship } from '../itemRelationships.ts';
import classes from '../proposal.module.css';
import { relationshipText } from '../relationshipText.ts';
import { type Ending, lastOf } from './endProposal.ts';

/** The values of the form. */
export interface Choice extends Ending {
  /** The keys of the degrees to end too. */
  also: readonly string[];
}

const flagsByText = new Map<string | null, boolean>([
  ['true', true],
  ['false', false],
]);

/** Reads a URL, which anyone can write. The last term defaults to the current term; empty if none is chosen. */
export const readChoice = (params: URLSearchParams): Choice => ({
  term: TERM_CODE.exec(params.get('term') ?? runningTerm)?.[0] ?? '',
  isInactive: flagsByText.get(params.get('inactive')) ?? null,
  also: params.getAll('also'),
});

/** Writes a choice into a URL. */
export function writeChoice(params: URLSearchParams, { term, isInactive, also }: Choice): void {
  params.set('term', term);
  put(params, 'inactive', isInactive === null ? null : String(isInactive));
  params.delete('also');
  for (const key of also) params.append('also', key);
}

/** Explains the effect on Active where the checkbox does not say it all. */
function activeHint(kind: ItemKind, { term, isInactive }: Choice): string | false {
  if (isInactive && term > runningTerm) return 'It is inactive from now on, before its last term.';
  const staysActive = isInactive === null && hasPassed(term) && !hasPassed(lastOf(kind, term));
  return staysActive && `The ${kind} itself stays active through its last year.`;
}

interface Props {
  kind: ItemKind;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** The relationships that begin after the last term, and so stay as they are. */
  later: readonly ItemRelationship[];
  /** The degrees that would no longer be in effect in any major. */
  degrees: readonly Items['degree'][];
}

/** Chooses the last term of an item and the degrees to end with it. */
export function EndForm({ kind, choice, onChoose, later, degrees }: Props) {
  const { term, isInactive, also } = choice;
  const quarter = useQuarter();
  const id = useId();
  return (
    <div className={classes.controls}>
      <SearchSelect
        label="Last Term"
        options={useTermOptions()}
        value={term || null}
        near={runningTerm}
        placeholder="Select a Term"
        error={term ? undefined : 'Last Term is required'}
        onChange={(next) => onChoose({ ...choice, term: next ?? '' })}
      />
      <Checkbox
        label="Set Active to No too"
        description={activeHint(kind, choice)}
        checked={isInactive ?? (term !== '' && hasPassed(term))}
        onChange={(event) => onChoose({ ...choice, isInactive: event.currentTarget.checked })}
      />
      {degrees.length > 0 && (
        <fieldset aria-describedby={id}>
          <legend>Degrees of this major only</legend>
          <p id={id}>No other major has them. Their own open relationships end with them.</p>
          {degrees.map((degree) => (
            <Checkbox
              key={degree.degreeKey}
              label={<span translate="no">{`Degree ${labelOf(degreeView, degree)}`}</span>}
              checked={also.includes(String(degree.degreeKey))}
              onChange={() => onChoose({ ...choice, also: toggled(also, String(degree.degreeKey)) })}
            />
          ))}
        </fieldset>
      )}
      {later.length > 0 && (
        <p>
          Begins later and stays as it is:{' '}
          <span translate="no">
            {later.map((relationship) => relationshipText(relationship, quarter)).join('; ')}
          </span>
          .
        </p>
      )}
    </div>
  );
}
