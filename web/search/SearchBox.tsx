import { IconSearch } from '@tabler/icons-react';
import { useCombobox } from 'downshift';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { base } from '../lib/base.ts';
import { counted } from '../lib/counted.ts';
import { useIsAway } from '../lib/queries.ts';
import { useLatest } from '../lib/useLatest.ts';
import type { SearchBoxProps } from '../shell/SearchButton.tsx';
import hide from '../ui/visuallyHidden.module.css';
import { MissingLists } from './MissingLists.tsx';
import { ResultList } from './ResultList.tsx';
import classes from './search.module.css';
import type { Group, Result } from './searchResults.ts';
import { useAnnounced } from './useAnnounced.ts';
import { useSearch } from './useSearch.ts';

/**
 * The search of items, screens and actions (contract 11): a combobox with a list of grouped options. The focus stays in
 * the input. With a text, and once all lists are loaded, the first option is active until another one is moved to. Enter
 * before that waits for the lists, so that it opens neither nothing nor an option of the wrong list.
 */
export function SearchBox({ user, typed: startText, isEntered, isOpen, onClose }: SearchBoxProps) {
  const [text, setText] = useState(startText);
  // A letter is shown at once, even if its results take longer.
  const searched = useDeferredValue(text);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const { search, quarter, readings } = useSearch(user, isOpen);
  const { groups, count } = useMemo(() => search(searched), [search, searched]);
  const results = useMemo(() => resultsOf(groups), [groups]);
  const navigate = useNavigate();

  const isAway = useIsAway();
  const isLoading = readings.some(
    ({ reading }) => reading.isPending && reading.failureReason === null && !isAway,
  );
  /** The place of the active one among results for a text: none if the list that loaded last has pushed it out. */
  const placeIn = (found: readonly Result[], typed: string) => {
    const isFirst = movedTo === null && !isLoading && typed.trim() !== '' && found.length > 0;
    return isFirst ? 0 : found.findIndex(({ id }) => id === movedTo);
  };
  const activeAt = placeIn(results, searched);
  /** What a key acts on: the results of the last letter, even if the list does not show them yet. */
  const latest = () => {
    const found = searched === text ? groups : search(text).groups;
    const foundResults = resultsOf(found);
    return { groups: found, results: foundResults, at: placeIn(foundResults, text) };
  };
  // Enter that waits for the lists. Another key takes it back.
  const [waiting, setWaiting] = useState(isEntered ? { isInNewTab: false } : null);
  const moveTo = (result: Result | undefined) => {
    setMovedTo(result?.id ?? null);
    setWaiting(null);
  };

  const id = useId();
  const combobox = useCombobox<Result>({
    inputId: id,
    menuId: `${id}-results`,
    getItemId: (at) => `${id}-${at}`,
    items: results,
    itemToString: () => '',
    selectedItem: null,
    inputValue: text,
    isOpen: true,
    highlightedIndex: activeAt,
    onHighlightedIndexChange: ({ highlightedIndex }) => moveTo(results[highlightedIndex]),
    scrollIntoView: (option) => option?.scrollIntoView({ block: 'nearest' }),
    // Only our keys move: the library would move a moment later, and lose a key that is pressed twice quickly. A pointer that
    // happens to be over the list moves nothing.
    stateReducer: (state) => state,
  });

  const type = (typed: string) => {
    setText(typed);
    setMovedTo(null);
    setWaiting(null);
  };
  const open = ({ to }: Result, isInNewTab: boolean) => {
    if (isInNewTab) {
      window.open(base + to, '_blank', 'noopener');
      return;
    }
    onClose();
    void navigate(to);
  };
  const enter = (isInNewTab: boolean) => {
    const { results: found, at } = latest();
    const result = found[at];
    setWaiting(!result && isLoading && text.trim() !== '' ? { isInNewTab } : null);
    if (result) open(result, isInNewTab);
  };
  const latestEnter = useLatest(enter);
  useEffect(() => {
    if (isOpen && waiting && !isLoading) latestEnter.current(waiting.isInNewTab);
  }, [isOpen, waiting, isLoading, latestEnter]);
  /** The next option, or the one before, and around. */
  const moveBy = (by: 1 | -1) => {
    const { results: found, at } = latest();
    moveTo(at < 0 ? found.at(by > 0 ? 0 : -1) : found.at((at + by) % found.length));
  };
  /** The first option of the next group, or of the group before. */
  const moveByGroup = (by: 1 | -1) => {
    const { groups: found, results: foundResults, at } = latest();
    const starts = found.map((_group, before) => resultsOf(found.slice(0, before)).length);
    const next = by > 0 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
    if (next !== undefined) moveTo(foundResults[next]);
  };
  /** The action of a key. Null leaves it to the text or the dialog. */
  const actionOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): (() => void) | null => {
    const isInNewTab = ctrlKey || metaKey;
    if (key === 'Enter' && !altKey && !shiftKey) return () => enter(isInNewTab);
    if (isInNewTab || altKey || shiftKey) return null;
    if (key === 'Escape') return text === '' ? null : () => type('');
    if (key === 'PageDown' || key === 'PageUp') return () => moveByGroup(key === 'PageDown' ? 1 : -1);
    return key === 'ArrowDown' || key === 'ArrowUp' ? () => moveBy(key === 'ArrowDown' ? 1 : -1) : null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // During IME composition, the keys belong to the input method.
    const action = event.nativeEvent.isComposing ? null : actionOf(event);
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    if (!action) return;
    event.preventDefault();
    action();
  };

  const hasText = searched.trim() !== '';
  const message = hasText ? (count === 0 ? 'No results' : counted(count, 'result')) : '';
  const announced = useAnnounced(text, searched === text ? message : '');
  // The library focuses it a moment later, when a letter would already be lost.
  useLayoutEffect(() => document.getElementById(id)?.focus(), [id]);
  const inputProps = combobox.getInputProps({
    'aria-label': 'Search',
    onKeyDown,
    // Not deferred to the library's render, or the cursor would jump to the end of the text.
    onChange: ({ currentTarget }) => type(currentTarget.value),
  });
  return (
    <div className={classes.search}>
      <div className={classes.box}>
        <IconSearch size={20} aria-hidden />
        <input
          {...inputProps}
          aria-activedescendant={inputProps['aria-activedescendant'] || undefined}
          data-start
          placeholder="Code, title, screen or action"
          spellCheck={false}
          autoCapitalize="off"
          enterKeyHint="go"
        />
        <span aria-hidden className={classes.count}>
          {message}
        </span>
      </div>
      <output className={hide.visuallyHidden}>{announced}</output>
      <MissingLists readings={readings} />
      <ResultList
        combobox={combobox}
        groups={groups}
        activeAt={activeAt}
        searched={searched}
        quarter={quarter}
        onFollow={onClose}
      />
      <p className={classes.keys} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> in a new tab
        </span>
        <span>
          <kbd>Page Down</kbd> next group
        </span>
        <span>
          <kbd>Esc</kbd> clear
        </span>
      </p>
    </div>
  );
}

const resultsOf = (groups: readonly Group[]) => groups.flatMap(({ results }) => results);
