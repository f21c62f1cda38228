import type { ReactNode } from 'react';
import { NOW, useAsOf } from '../../terms/asOf.ts';
import { ALL, asOfLabel, asOfOrder, useAsOfOptions } from '../../terms/asOfOptions.ts';
import { type Quarter, useQuarter } from '../../terms/lookups.ts';
import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import { focusOrMore } from '../../ui/More.tsx';
import classes from './asOf.module.css';

const ID = 'as-of';

/** Selects the term as of which a page is shown. */
export function AsOfSelect() {
  const { asOf, set } = useAsOf();
  return (
    <div className={classes.asOf} data-set={asOf !== null || undefined}>
      <SearchSelect
        id={ID}
        label="As of"
        options={useAsOfOptions()}
        none={ALL}
        order={asOfOrder}
        value={asOf}
        onChange={set}
      />
    </div>
  );
}

/**
 * Shows the term as of which the page is shown, its effect on the page, and a button that returns to all terms. Empty while
 * the page shows all terms.
 */
export function AsOfLine({ children, note }: { children: ReactNode; note?: string }) {
  const { asOf, set } = useAsOf();
  const quarter = useQuarter();
  const clear = () => {
    set(null);
    // The button disappears, so it cannot keep the focus.
    focusOrMore(ID);
  };
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

/** 'now (F26)' */
const nowText = (quarter: Quarter) => asOfLabel(NOW, quarter).replace('Now', 'now');
