import { Button, InputBase } from '@mantine/core';
import {
  type FormEvent,
  type Ref,
  useDeferredValue,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { counted } from '../../lib/counted.ts';
import type { FormHandle } from '../../ui/form/SaveForm.tsx';
import { UNSAVED } from '../../ui/form/unsaved.ts';
import { useLeaveConfirmation } from '../../ui/form/useLeaveConfirmation.ts';
import { shortcut } from '../../ui/keys/shortcut.ts';
import { showWarnings } from '../../ui/popups/popupStore.ts';
import popups from '../../ui/popups/popups.module.css';
import {
  type Coded,
  findCodes,
  foundText,
  indexCodes,
  keyOfCode,
  MAX_CODES,
  type Shown,
  tooManyText,
} from './codeFilter.ts';
import classes from './codes.module.css';
import { MissingCodeText } from './MissingCodeText.tsx';
import { codeReader, withCode } from './readCodes.ts';

interface Props<Item> {
  /** Its `leave` asks before it discards an edited text. */
  ref?: Ref<FormHandle>;
  /** The form stays while its dialog fades out. */
  opened: boolean;
  /** All items of the list. */
  items: readonly Item[];
  coded: Coded<Item>;
  /** The current codes of the filter. */
  current: readonly string[];
  /** The other filters of the list, in words, and what they leave of some items. */
  otherFilters: readonly string[];
  shownOf: (some: readonly Item[]) => Shown;
  onApply: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** The maximum number of ignored words shown. */
const MAX_SHOWN = 100;

/** Reads codes from a pasted text, and shows which of them exist while the user types. */
export function CodesForm<Item>({
  ref,
  opened,
  items,
  coded: { noun, codeOf },
  current,
  otherFilters,
  shownOf,
  onApply,
  onClose,
}: Props<Item>) {
  const index = useMemo(() => indexCodes(items, codeOf), [items, codeOf]);
  const read = useMemo(() => codeReader(index), [index]);
  const [start] = useState(() => current.join(', '));
  const [text, setText] = useState(start);
  /** The keys of the words in capitals that the user wants to be read as codes. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  const ask = (goOn: () => void, remain?: () => void) => showWarnings([UNSAVED], goOn, remain);
  const leave = () => (text === start ? onClose() : ask(onClose));
  useLeaveConfirmation(opened && text !== start, ask);
  useImperativeHandle(ref, () => ({ leave }));

  // Deferred, so that typing stays responsive after a long mail was pasted.
  const shown = useDeferredValue(text);
  const { codes: all, unsure, notRead, ignored } = useMemo(() => read(shown, added), [read, shown, added]);
  const tooMany = all.length > MAX_CODES ? tooManyText(all.length) : undefined;
  const codes = useMemo(() => (tooMany ? [] : all.map(({ code }) => code)), [tooMany, all]);
  const { items: matches, missing } = useMemo(() => findCodes(index, codes), [index, codes]);
  const shownMatches = useMemo(() => shownOf([...matches]), [shownOf, matches]);
  const found = codes.filter((code) => index.named.has(keyOfCode(code)));

  const type = (next: string) => {
    setText(next);
    setMessage(undefined);
  };
  const replace = (code: string, by: string) => {
    const now = read(text, added);
    type(withCode(text, [...now.codes, ...now.unsure].find((one) => one.code === code)?.places ?? [], by));
    // The button disappears, so it cannot keep the focus.
    box.current?.focus();
  };
  const add = (code: string) => {
    setAdded(new Set([...added, keyOfCode(code)]));
    setMessage(undefined);
    box.current?.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // Not the deferred text.
    const typed = read(text, added).codes.map(({ code }) => code);
    const problem = problemOf(typed);
    setMessage(problem);
    if (problem === undefined) onApply(typed);
    else box.current?.focus();
  };
  const problemOf = (typed: readonly string[]) => {
    if (text.trim() === '') return 'Paste at least one code';
    if (typed.length === 0) return 'This text contains no code';
    if (typed.length > MAX_CODES) return tooManyText(typed.length);
    return findCodes(index, typed).items.size === 0 ? `No ${noun} has any of these codes` : undefined;
  };
  return (
    <form noValidate className={classes.form} onSubmit={apply}>
      <InputBase
        ref={box}
        component="textarea"
        multiline
        rows={8}
        data-start
        label="Paste codes from a mail or a column"
        error={message ?? tooMany}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <output>
        {codes.length > 0 && foundText({ codes, missing, items: [...matches], noun }, shownMatches)}
      </output>
      {missing.length > 0 && (
        <section>
          <h3>Not found</h3>
          <ul>
            {missing.map(({ code, suggestions }) => (
              <li key={code}>
                <MissingCodeText code={code} suggestions={suggestions} onUse={(by) => replace(code, by)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {unsure.length > 0 && (
        <section>
          <h3>Codes or plain words?</h3>
          <ul>
            {unsure.map(({ code }) => (
              <li key={code}>
                <button type="button" onClick={() => replace(code, code)}>
                  Add <span translate="no">{code}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notRead.length > 0 && (
        <p className={classes.notRead}>
          Not read:{' '}
          {notRead.slice(0, MAX_SHOWN).map(({ code }, at) => (
            <span key={code}>
              {at > 0 && <span>, </span>}
              <button
                type="button"
                translate="no"
                aria-label={`Read ${code} as a code`}
                onClick={() => add(code)}
              >
                {code}
              </button>
            </span>
          ))}
          {notRead.length > MAX_SHOWN && <span>{` and ${notRead.length - MAX_SHOWN} more`}</span>}
          <span>{` (no ${noun} has ${notRead.length === 1 ? 'it' : 'them'}; choose one to read it as a code)`}</span>
        </p>
      )}
      {found.length > 0 && (
        <section>
          <h3>Found</h3>
          <p translate="no">{found.join(', ')}</p>
        </section>
      )}
      {ignored.length > 0 && (
        <details>
          <summary>{`${counted(ignored.length, 'other word')} ignored`}</summary>
          <p translate="no">
            {[...ignored.slice(0, MAX_SHOWN), ...(ignored.length > MAX_SHOWN ? ['…'] : [])].join(', ')}
          </p>
        </details>
      )}
      {otherFilters.length > 0 && <p>{`Other filters that stay on: ${otherFilters.join(', ')}.`}</p>}
      <div className={popups.actions}>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" {...shortcut('Control+Enter', 'Show')}>
          {matches.size > 0 ? `Show ${counted(shownMatches.count, noun)}` : 'Show'}
        </Button>
      </div>
    </form>
  );
}
