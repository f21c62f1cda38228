import { Button, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CollectedIntake, OpenQuestion } from '../../../intake/collected.ts';
import { counted } from '../../lib/counted.ts';
import classes from './import.module.css';
import { groupsOf, onlyCandidates, takeAllText } from './importQuestions.ts';

/** Values of candidates by the ID of their question. */
export type Choices = Readonly<Record<string, string>>;

interface Props {
  intake: CollectedIntake;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** The maximum number of questions, and of choices, shown at once. */
const NAMED = 20;
const MADE = 100;

/**
 * The open questions, and the choices made so far, which can be changed. A question disappears after its choice, so the focus
 * goes to the next one, or after the last one to the choices.
 */
export function QuestionSelects({ intake: { questions: open, solved }, choices, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<HTMLElement>(null);
  const last = useRef<{ id: string; at: number; isOpen: boolean }>(undefined);
  const groups = groupsOf(open);
  const selects = () => [...(box.current?.querySelectorAll('select') ?? [])];
  useEffect(() => {
    if (!last.current) return;
    const { id, at, isOpen } = last.current;
    const place = open.findIndex((question) => question.id === id);
    // Not until the file has been read with the choice.
    if (place >= 0 !== isOpen) return;
    last.current = undefined;
    if (document.activeElement !== document.body) return;
    const left = selects();
    (left[Math.min(isOpen ? place : at, left.length - 1)] ?? made.current)?.focus();
  });
  const choose = (next: Choices) =>
    onChoose(Object.fromEntries(Object.entries({ ...choices, ...next }).filter(([, value]) => value !== '')));
  const take = (question: OpenQuestion, value: string, select: HTMLSelectElement) => {
    const all = selects();
    const at = all.indexOf(select);
    last.current = { id: question.id, at, isOpen: value === '' };
    if (at >= 0) all[at + 1]?.focus();
    choose({ [question.id]: value });
  };
  const selectOf = (question: OpenQuestion) => (
    <QuestionSelect
      key={question.id}
      question={question}
      value={choices[question.id] ?? ''}
      onChoose={(value, select) => take(question, value, select)}
    />
  );
  return (
    <>
      {open.length > 0 && (
        <details open>
          <summary>{counted(open.length, 'question')}</summary>
          {groups.map((group) => (
            <Button
              key={group[0]?.id}
              size="compact-sm"
              variant="default"
              className={classes.useAll}
              onClick={() => {
                last.current = { id: group[0]?.id ?? '', at: 0, isOpen: false };
                choose(onlyCandidates(group));
              }}
            >
              {takeAllText(group, groups.length > 1)}
            </Button>
          ))}
          <div ref={box} className={classes.questions}>
            {open.slice(0, NAMED).map(selectOf)}
          </div>
          {open.length > NAMED && <p>You can answer the rest after these.</p>}
        </details>
      )}
      {solved.length > 0 && (
        <details>
          <summary ref={made}>{counted(solved.length, 'choice made', 'choices made')}</summary>
          <div className={classes.questions}>{solved.slice(0, MADE).map(selectOf)}</div>
          {solved.length > MADE && <p>{`and ${counted(solved.length - MADE, 'other')}`}</p>}
        </details>
      )}
    </>
  );
}

interface SelectProps {
  question: OpenQuestion;
  value: string;
  onChoose: (value: string, select: HTMLSelectElement) => void;
}

/** With the keyboard, a value of several is chosen by Enter, or by leaving: the arrow keys select each on their way. */
function QuestionSelect({ question, value, onChoose }: SelectProps) {
  const { message, candidates, rows, namesRows } = question;
  const [selected, setSelected] = useState<string>();
  const isMoving = useRef(false);
  const settle = (select: HTMLSelectElement) => {
    isMoving.current = false;
    if (selected === undefined) return;
    setSelected(undefined);
    if (selected !== value) onChoose(selected, select);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    const { key, currentTarget } = event;
    isMoving.current = key.length === 1 || /^(Arrow|Home|End|Page)/.test(key);
    if (key !== 'Enter' || selected === undefined) return;
    // Otherwise it would also click the element that gets the focus.
    event.preventDefault();
    settle(currentTarget);
  };
  return (
    <NativeSelect
      label={rows > 1 && !namesRows ? `${message} The same in ${counted(rows - 1, 'other row')}.` : message}
      data={[{ value: '', label: 'Choose' }, ...candidates]}
      value={selected ?? value}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        isMoving.current = false;
      }}
      onBlur={(event) => settle(event.currentTarget)}
      onChange={({ currentTarget }) => {
        if (isMoving.current && candidates.length > 1) setSelected(currentTarget.value);
        else onChoose(currentTarget.value, currentTarget);
      }}
    />
  );
}
