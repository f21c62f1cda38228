import type { UseComboboxReturnValue } from 'downshift';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Quarter } from '../../contract/columns/quarters.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import { boundsOf } from '../../contract/spans.ts';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { spanText } from '../terms/periods.ts';
import { wordsOf } from '../ui/table/filterRows.ts';
import { marked } from '../ui/table/marked.tsx';
import type { FormerName, IndexedItem } from './itemIndex.ts';
import classes from './search.module.css';
import { type Group, type Result, TOP } from './searchResults.ts';

interface Props {
  combobox: Pick<UseComboboxReturnValue<Result>, 'getMenuProps' | 'getItemProps'>;
  groups: readonly Group[];
  activeAt: number;
  /** The text whose results these are. */
  searched: string;
  quarter: Quarter;
  /** A result opens in this tab. */
  onFollow: () => void;
}

/** The listbox of the search. Each option is a link, so that a pointer can also open it in a new tab. */
export function ResultList({ combobox, groups, activeAt, searched, quarter, onFollow }: Props) {
  const id = useId();
  const words = wordsOf(searched);
  const starts = groups.map((_group, at) => groups.slice(0, at).flatMap(({ results }) => results).length);
  return (
    <div className={classes.results}>
      {groups.length === 0 && searched.trim() !== '' && (
        <p className={classes.none}>
          Nothing matches “<span>{searched.trim()}</span>”.
        </p>
      )}
      {/* A scrollable element would be a tab stop of its own. */}
      <div {...combobox.getMenuProps({ 'aria-label': 'Results' })} tabIndex={-1}>
        {groups.map(({ label, note, results }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
          <div key={label} role="group" aria-labelledby={`${id}-${at}`}>
            <div id={`${id}-${at}`} className={classes.label}>
              <span>{label}</span> {note && <small>{note}</small>}
            </div>
            {results.map((result, index) => {
              const place = (starts[at] ?? 0) + index;
              return (
                <Link
                  key={result.id}
                  {...combobox.getItemProps({
                    item: result,
                    index: place,
                    onClick: ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey || onFollow(),
                  })}
                  // No option is disabled.
                  aria-disabled={undefined}
                  to={result.to}
                  tabIndex={-1}
                  draggable={false}
                  className={classes.result}
                  data-active={place === activeAt || undefined}
                >
                  {result.item ? (
                    <ItemRow
                      of={result.item}
                      kindName={label === TOP ? itemViews[result.item.kind].title : null}
                      number={result.number}
                      formerName={result.formerName}
                      words={words}
                      quarter={quarter}
                    />
                  ) : (
                    <span>{result.label}</span>
                  )}
                </Link>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface RowProps<K extends ItemKind> {
  of: IndexedItem<K>;
  /** The name of its kind, where no label says it. */
  kindName: string | null;
  number: string | null | undefined;
  formerName: FormerName | undefined;
  words: readonly string[];
  quarter: Quarter;
}

/** The code and the title of an item, with the words of the text marked, and when it is in effect. */
function ItemRow<K extends ItemKind>({ of, kindName, number, formerName, words, quarter }: RowProps<K>) {
  const { kind, item, isInEffect } = of;
  const { code, title, segment } = itemViews[kind].identityOf(item);
  const facts = [kindName, number, segment, spanText(boundsOf(kind, item), quarter)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <b translate="no">{marked(code, words) ?? code}</b>{' '}
      <span translate="no" data-quiet={isInEffect ? undefined : true}>
        {marked(title, words) ?? title}
      </span>{' '}
      {(formerName || facts) && (
        <small>
          {formerName && (
            <>
              <span translate="no">{marked(formerName.value, words) ?? formerName.value}</span>{' '}
              <span>{`until ${quarter(formerName.lastTerm)}`}</span>
              {facts && <span> · </span>}
            </>
          )}
          <span>{facts}</span>
        </small>
      )}
    </>
  );
}
