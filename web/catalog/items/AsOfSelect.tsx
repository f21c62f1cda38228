import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useAsOf } from '../../terms/asOf.ts';
import { useQuarter, useTermOptions } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import classes from './asOf.module.css';

const ID = 'as-of';
/** The value of the option for now, which is not a term. */
const NOW = 'now';

/** Selects the term as of which a page is shown. */
export function AsOfSelect() {
  const { term, set } = useAsOf();
  const quarter = useQuarter();
  const terms = useTermOptions();
  const now = runningTerm ? `Now (${quarter(runningTerm)})` : 'Now';
  const options = useMemo(() => [{ value: NOW, label: now, also: [NOW] }, ...terms], [now, terms]);
  return (
    <div className={classes.asOf} data-set={term !== null || undefined}>
      <SearchSelect
        id={ID}
        label="As of"
        options={options}
        placeholder={now}
        near={runningTerm}
        order={newestFirst}
        value={term}
        onChange={(value) => set(value === NOW ? null : value)}
      />
    </div>
  );
}

/** Now comes before all terms: letters come after digits. */
const newestFirst = (one: { value: string }, other: { value: string }) => (one.value < other.value ? 1 : -1);

/**
 * Shows the term as of which the page is shown, its effect on the page, and a button that returns to now. Empty while the
 * page is shown as of now.
 */
export function AsOfLine({ children, note }: { children: ReactNode; note?: string }) {
  const { term, set } = useAsOf();
  const quarter = useQuarter();
  const clear = () => {
    set(null);
    // The button disappears, so it cannot keep the focus.
    document.getElementById(ID)?.focus();
  };
  return (
    <div role="status">
      {term !== null && (
        <p className={classes.line}>
          <span>
            In effect in <b>{quarter(term)}</b>: <span>{children}</span>
          </span>
          <span>
            <span aria-hidden>· </span>
            <button type="button" onClick={clear}>
              Clear
            </button>
          </span>
          <small>Titles are those of today. {note}</small>
        </p>
      )}
    </div>
  );
}
