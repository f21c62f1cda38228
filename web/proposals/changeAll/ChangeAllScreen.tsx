import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { countOf, type ItemView } from '../../catalog/items/itemView.ts';
import { earlierValuesQuery } from '../../lib/queries.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { earlierValuesByItem } from '../../terms/earlierValuesOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { useFormState } from '../../ui/form/formState.ts';
import type { Proposal } from '../proposal.ts';
import { CHECKING } from '../proposalTexts.ts';
import { BulkChangeScreen } from './BulkChangeScreen.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import {
  changeFormOf,
  inputsOf,
  readChange,
  readTyped,
  type Typed,
  typedIn,
  writeTyped,
} from './changeForms.ts';
import { changeableFields, changeItems } from './filteredItems.ts';
import { endedMarks } from './leftOut.ts';

const NOTHING: Typed = { name: null, value: '', effective: '' };

/**
 * Sets one field of all filtered items of a list to the same value, in all terms or from one on. The filter, the field, the
 * value and the term are in the URL.
 */
export function ChangeAllScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { params, change } = useUrlParams();
  const quarter = useQuarter();
  const url = JSON.stringify(readTyped(params));
  const shown = useMemo(() => JSON.parse(url) as Typed, [url]);
  const [name, setName] = useState(shown.name);
  const form = useMemo(() => changeFormOf(view, name), [view, name]);
  const { state, formRef } = useFormState(form, inputsOf(form, shown), undefined);
  const typed = typedIn(name, state.inputs);
  const isShown = name !== null && JSON.stringify(typed) === url;
  const type = (next: Typed) => {
    const inputs = inputsOf(changeFormOf(view, next.name), next);
    setName(next.name);
    state.restart(inputs, inputs);
  };
  const [seen, setSeen] = useState(url);
  if (url !== seen) {
    setSeen(url);
    // After Back and Forward.
    if (!isShown) type(shown);
  }
  const { data: earlier, isFetching } = useQuery(earlierValuesQuery);
  const earlierOf = useMemo(() => earlier && earlierValuesByItem(earlier), [earlier]);
  const proposalOf = useCallback(
    (items: readonly Items[K][]): Proposal | null => {
      const read = readChange(view, shown);
      const label = changeableFields(view).find(([one]) => one === shown.name)?.[1].label;
      if (!read || label === undefined) return null;
      const since = read.effectiveTerm === undefined ? '' : ` from ${quarter(read.effectiveTerm)} on`;
      const titleOf = (count: number) => `Change ${label} of ${countOf(view, count)}${since}`;
      return {
        origin: 'bulk',
        title: titleOf(items.length),
        titleOf,
        rows: changeItems(view, items, read, earlierOf),
        marks: endedMarks(view.kind, items, quarter),
      };
    },
    [view, shown, quarter, earlierOf],
  );
  return (
    <BulkChangeScreen
      view={view}
      headingOf={(selected, total) =>
        selected === total
          ? `Change ${total === 1 ? '' : 'all '}${countOf(view, total)}`
          : `Change ${selected.toLocaleString('en-US')} of ${countOf(view, total)}`
      }
      proposalOf={proposalOf}
      field={name}
      outdated={isShown ? (isFetching ? CHECKING : undefined) : 'Show the changes first'}
    >
      <ChangeForm
        {...{ view, formRef, state, name, isShown }}
        onChoose={(next) => type({ ...NOTHING, name: next })}
        onShow={() => change((now) => writeTyped(now, typed))}
      />
    </BulkChangeScreen>
  );
}
