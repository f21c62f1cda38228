import type { ComponentProps, ReactNode } from 'react';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import { NOW, useAsOf } from '../../terms/asOf.ts';
import { ALL, asOfLabel, asOfOrder, useAsOfOptions } from '../../terms/asOfOptions.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { focusOrMore } from '../../ui/More.tsx';
import { useFocusAfterLoading } from '../../ui/useFocusAfterLoading.ts';
import classes from './asOf.module.css';

const ID = 'as-of';

/** Selects the term as of which a page is shown. A page that cannot show all terms at once shows `NOW` instead. */
export function AsOfSelect({ none = ALL }: { none?: typeof ALL | typeof NOW }) {
  const { asOf, set } = useAsOf();
  const options = useAsOfOptions();
  return (
    <ToolbarSelect
      id={ID}
      label="As of"
      options={none === ALL ? options : options.filter(({ value }) => value !== ALL)}
      none={none}
      order={asOfOrder}
      value={asOf === none ? null : asOf}
      onChange={set}
    />
  );
}

/** A dropdown in a toolbar: its label is beside it, and a chosen value stands out, because it limits the page. */
export const ToolbarSelect = (props: ComponentProps<typeof SearchSelect>) => (
  <div className={classes.asOf} data-set={props.value !== null || undefined}>
    <SearchSelect {...props} />
  </div>
);

export const TODAYS_TITLES = 'Titles are those of today.';

/** Says that a page shows the names and codes of a term. */
export const namesOfTerm = (term: string | null, quarter: Quarter) =>
  `Names and codes are those of ${quarter(term)}.`;

/** Returns to all terms, by a button that then disappears: the select gets its focus. */
export function useClearAsOf(): () => void {
  const { set } = useAsOf();
  return () => {
    set(null);
    focusOrMore(ID);
  };
}

/** Returns the focus to the select after the names of a chosen term have loaded. */
export const useAsOfFocus = (isLoading: boolean): void => useFocusAfterLoading(ID, isLoading);

interface LineProps {
  children: ReactNode;
  /** What the term changes besides; that names and codes are its own if omitted. */
  note?: string;
  /** Returns to all terms. If omitted, only the term is cleared, and its select gets the focus. */
  onClear?: () => void;
}

/**
 * Shows the term as of which the page is shown, its effect on the page, and a button that returns to all terms. Empty while
 * the page shows all terms.
 */
export function AsOfLine({ children, note, onClear }: LineProps) {
  const { term, asOf } = useAsOf();
  const quarter = useQuarter();
  const clear = useClearAsOf();
  return (
    <div role="status">
      {asOf !== null && (
        <p className={classes.line}>
          <span>
            In effect <b>{asOf === NOW ? nowText(quarter) : `in ${quarter(asOf) ?? asOf}`}</b>:{' '}
            <span>{children}</span>
          </span>
          <span>
            <span aria-hidden>· </span>
            <button type="button" onClick={onClear ?? clear}>
              Clear
            </button>
          </span>
          <small>{note ?? namesOfTerm(term, quarter)}</small>
        </p>
      )}
    </div>
  );
}

/** 'now (F26)' */
const nowText = (quarter: Quarter) => asOfLabel(NOW, quarter).replace('Now', 'now');
