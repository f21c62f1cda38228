import { useMemo } from 'react';
import { useQuarter } from '../../terms/lookups.ts';
import type { KeyOf } from '../../ui/table/useRowFocus.ts';
import { focusCodesButton } from '../codes/CodesButton.tsx';
import codes from '../codes/codes.module.css';
import { useClearAsOf } from './AsOfSelect.tsx';
import classes from './items.module.css';
import { type Condition, type FilteredList, itemsExcludedFrom } from './listExclusions.ts';
import { notInEffectText } from './outsideTerm.ts';

interface Props<Item> {
  /** Must be stable. */
  list: FilteredList<Item>;
  /** Identifies an item: several may have the same label. */
  keyOf: KeyOf<Item>;
  labelOf: (item: Item) => string;
  /** The filter text, and the rows that the list shows. */
  text: string;
  found: readonly Item[];
  onClearCodes: () => void;
}

/** The maximum number of items. */
const MAX_SHOWN = 3;

/**
 * Says why the list leaves out items that the user named, '201 G: not in effect in F19; starts F21', each condition with a
 * button that clears it alone. Empty if it leaves out none.
 */
export function ExcludedItems<Item>({ list, keyOf, labelOf, text, found, onClearCodes }: Props<Item>) {
  const quarter = useQuarter();
  const clearAsOf = useClearAsOf();
  const clearCodes = () => {
    onClearCodes();
    // The button disappears, so it cannot keep the focus.
    focusCodesButton();
  };
  const { term, coded, periodsOf } = list;
  const namedIn = useMemo(() => itemsExcludedFrom(list), [list]);
  const excluded = namedIn(text, found);
  const isExcludedBy = (condition: Condition) => excluded.some(({ by }) => by.includes(condition));
  const textOf = (condition: Condition, inTerm: Item) =>
    ({
      codes: () => 'not among the codes of the filter',
      term: () => notInEffectText(periodsOf(inTerm), term ?? '', quarter),
      codeInTerm: () => `its code in ${quarter(term)} is ${coded?.codeOf(inTerm).code ?? ''}`,
    })[condition]();
  return (
    <div role="status" className={classes.excluded}>
      {excluded.length > 0 && (
        <div className={codes.line}>
          <ul>
            {excluded.slice(0, MAX_SHOWN).map(({ item, inTerm, by }) => (
              <li key={keyOf(item)}>
                <b translate="no">{labelOf(item)}</b>
                <span>{`: ${by.map((condition) => textOf(condition, inTerm)).join('; ')}`}</span>
              </li>
            ))}
            {excluded.length > MAX_SHOWN && <li>{`and ${excluded.length - MAX_SHOWN} more`}</li>}
          </ul>
          {(isExcludedBy('term') || isExcludedBy('codeInTerm')) && (
            <button type="button" onClick={clearAsOf}>
              Show all terms
            </button>
          )}
          {isExcludedBy('codes') && (
            <button type="button" onClick={clearCodes}>
              Clear codes
            </button>
          )}
        </div>
      )}
    </div>
  );
}
