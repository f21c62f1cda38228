import { Button } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import type { ItemKind } from '../../../contract/kinds.ts';
import { segments } from '../../../contract/major.ts';
import { type ItemView, nounFor } from '../../catalog/items/itemView.ts';
import { segmentWord } from '../../catalog/kinds/segmentWord.ts';
import { isChanging } from '../../lib/api.ts';
import classes from '../proposal.module.css';
import { countSelected, isSelected, Selecting, setRows } from '../rowSelection.ts';
import type { Doubts, SharedCode } from './leftOut.ts';

interface Props extends Pick<Doubts, 'ended' | 'shared'> {
  view: Pick<ItemView<ItemKind>, 'kind' | 'heading'>;
  /** The number of all items. */
  total: number;
}

/** The number of codes that are named. */
const NAMED = 5;

/** Says which items have ended, and asks which items a code means that several have. */
export function DoubtNotes({ view, total, ended, shared }: Props) {
  const { selection, onSelect } = use(Selecting);
  const note = useRef<HTMLParagraphElement>(null);
  const question = useRef<HTMLDivElement>(null);
  const [choiceCount, setChoiceCount] = useState(0);
  const endedSelected = countSelected(selection, ended);
  const open = shared.filter(({ rows }) => !rows.some(({ id }) => isSelected(selection, id)));
  // The button is gone, so it cannot keep the focus.
  useEffect(() => {
    if (choiceCount > 0) (note.current ?? question.current)?.focus();
  }, [choiceCount]);
  const select = (ids: readonly string[], areSelected: boolean) =>
    isChanging() || onSelect(setRows(selection, ids, areSelected));
  const choose = (letter: string | null) => {
    if (isChanging()) return;
    const means = open.flatMap(({ rows }) => rows.filter((row) => letter === null || row.letter === letter));
    onSelect(
      setRows(
        selection,
        means.map(({ id }) => id),
        true,
      ),
    );
    setChoiceCount((now) => now + 1);
  };
  const letters = segments.filter(({ value }) =>
    open.some(({ rows }) => rows.some(({ letter }) => letter === value)),
  );
  return (
    <>
      {ended.length > 0 && (
        <div className={`${classes.notice} ${classes.existing}`}>
          <p>{endedText(view, total, ended.length, endedSelected)}</p>
          <Button size="compact-sm" variant="default" onClick={() => select(ended, endedSelected === 0)}>
            {endedSelected > 0 ? 'Leave them out' : 'Include them'}
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <div
          ref={question}
          tabIndex={-1}
          role="group"
          aria-label={sharedText(open, view)}
          className={`${classes.notice} ${classes.existing}`}
        >
          <p>{sharedText(open, view)}</p>
          {letters.length > 1 &&
            letters.map(({ value }) => (
              <Button key={value} size="compact-sm" variant="default" onClick={() => choose(value)}>
                {segmentWord(value)}
              </Button>
            ))}
          <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
            {letters.length === 2 ? 'Both' : 'All'}
          </Button>
        </div>
      )}
      {choiceCount > 0 && open.length === 0 && (
        <p ref={note} tabIndex={-1} className={classes.about}>
          {chosenText(shared, countSelected(selection, idsOf(shared)), view)}
        </p>
      )}
    </>
  );
}

const idsOf = (shared: readonly SharedCode[]) => shared.flatMap(({ rows }) => rows.map(({ id }) => id));

const numberText = (count: number) => count.toLocaleString('en-US');

/** '3 of 17 have ended, and are left out.' */
function endedText(view: Props['view'], total: number, ended: number, selected: number): string {
  const have = ended === 1 ? 'has' : 'have';
  const all = total === 1 ? `This ${nounFor(view, 1)}` : `All ${numberText(total)}`;
  const start = `${ended === total ? all : `${numberText(ended)} of ${numberText(total)}`} ${have} ended`;
  if (selected === 0) return `${start}, and ${ended === 1 ? 'is' : 'are'} left out.`;
  return selected === ended
    ? `${start}, and would change too.`
    : `${start}, and ${numberText(selected)} would change too.`;
}

/** 'Several majors have the code 201, 205. None of them is selected yet: which do you mean?' */
function sharedText(open: readonly SharedCode[], { heading }: Pick<Props['view'], 'heading'>): string {
  const codes = open.slice(0, NAMED).map(({ code }) => code);
  const more = open.length > NAMED ? ` and ${numberText(open.length - NAMED)} more` : '';
  return `Several ${heading.toLowerCase()} have the code ${codes.join(', ')}${more}. None of them is selected yet. Which do you mean?`;
}

/** '3 majors selected for 2 codes that several have.' */
const chosenText = (shared: readonly SharedCode[], selected: number, view: Props['view']) =>
  `${numberText(selected)} ${nounFor(view, selected)} selected for ${
    shared.length === 1 ? 'the code' : `${numberText(shared.length)} codes`
  } that several have.`;
