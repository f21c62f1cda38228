import { type CSSProperties, useEffect, useRef } from 'react';
import { factsOfForm } from '../../../contract/form.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { useLatest } from '../../lib/useLatest.ts';
import { useQuarter, useTermOptions } from '../../terms/lookups.ts';
import { useFormatValue } from '../../terms/useFormatValue.ts';
import { FieldGrid } from '../../ui/form/FieldGrid.tsx';
import { useCurrentForm } from '../../ui/form/formState.ts';
import type { Order } from '../../ui/form/options.ts';
import { hintBelow, SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { EFFECTIVE, editFormOf } from './editForm.ts';
import { type ChangedName, effectiveNote } from './effectiveNote.ts';

/** The value of the option that means no term. */
const ALL = 'all';

const correction = { value: ALL, label: 'Correction (all terms)' };

/** The correction, then the terms, newest first. */
const newestFirst: Order = (one, other) =>
  Number(other.value === ALL) - Number(one.value === ALL) || (one.value < other.value ? 1 : -1);

const wide = { '--span': 2 } as CSSProperties;

/**
 * Asks from which term on a new name or code applies (contract 14), as soon as one differs from its stored value. Without a
 * term the change is a correction. A choice comes back with the next change if the names are typed back in between.
 */
export function Effective({ kind }: { kind: ItemKind }) {
  const { inputs, set } = useCurrentForm();
  const quarter = useQuarter();
  const changed = useChangedNames(kind);
  const isAsked = changed.length > 0;
  const term = inputs[EFFECTIVE] as string | null;
  const kept = useRef<string | null>(null);
  const setTerm = useLatest((next: string | null) => set(EFFECTIVE, next));
  useEffect(() => {
    if (isAsked && kept.current !== null) setTerm.current(kept.current);
    if (isAsked) kept.current = null;
    else if (term !== null) {
      kept.current = term;
      setTerm.current(null);
    }
  }, [isAsked, term, setTerm]);
  if (!isAsked) return null;
  return (
    <FieldGrid>
      <EffectiveSelect note={effectiveNote(changed, quarter(term))} />
    </FieldGrid>
  );
}

/** The correction or a term, in a form with the field `EFFECTIVE`. `note` says what the choice means. */
export function EffectiveSelect({ note }: { note: string }) {
  const { inputs, set, messageAt, isReadOnly } = useCurrentForm();
  return (
    <SearchSelect
      name={EFFECTIVE}
      label="Effective"
      // A screen reader reads the note when it changes.
      description={<span aria-live="polite">{note}</span>}
      inputWrapperOrder={hintBelow}
      style={wide}
      options={[correction, ...useTermOptions()]}
      none={ALL}
      order={newestFirst}
      value={inputs[EFFECTIVE] as string | null}
      onChange={(next) => set(EFFECTIVE, next)}
      error={messageAt(EFFECTIVE)}
      readOnly={isReadOnly}
    />
  );
}

/** The names and codes in the surrounding form that differ from their stored values. */
function useChangedNames(kind: ItemKind): ChangedName[] {
  const { inputs, saved } = useCurrentForm();
  const format = useFormatValue();
  const facts = factsOfForm(editFormOf(kind));
  return itemKinds[kind].earlier.flatMap((name) => {
    const { [name]: of } = facts;
    if (!of) return [];
    const [before, after] = [saved[name], inputs[name]].map((value) => format(of, value).trim() || null);
    return before === after ? [] : [{ label: of.label, before: before ?? null, after: after ?? null }];
  });
}
