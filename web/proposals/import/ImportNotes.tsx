import { NativeSelect } from '@mantine/core';
import type { Intake } from '../../../intake/intake.ts';
import { othersOf } from '../../../intake/others.ts';
import classes from './import.module.css';
import { type Question, questionsOf } from './importQuestions.ts';

interface Props {
  intake: Intake;
  onAnswer: (question: string, value: string) => void;
}

/** As many of the texts that were read as something else, and of the questions, are shown at once. */
const NAMED = 20;
/** More questions are folded at first: the rows below say the same. */
const FEW = 3;

/** What was left out, what has to be decided, and what was read as something else than it says. */
export function ImportNotes({ intake, onAnswer }: Props) {
  const others = othersOf(intake);
  const questions = questionsOf(intake);
  return (
    <div className={classes.said}>
      {intake.notes.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {questions.length > 0 && (
        <details open={questions.length <= FEW}>
          <summary>{count(questions.length, 'question')}</summary>
          <div className={classes.questions}>
            {questions.slice(0, NAMED).map((question) => (
              <Asked key={question.id} question={question} onAnswer={onAnswer} />
            ))}
          </div>
          {questions.length > NAMED && <p>The next ones come when these are answered.</p>}
        </details>
      )}
      {others.length > 0 && (
        <details>
          <summary>
            <span>{count(others.length, 'text')}</span> read as something else
          </summary>
          <ul>
            {others.slice(0, NAMED).map(({ header, from, as, count: rows }) => (
              <li key={`${header} ${from}`}>
                <span>{header}</span>: ‘<span>{from}</span>’ read as <b>{as}</b>
                {rows > 1 && <span>{`, in ${count(rows, 'row')}`}</span>}
              </li>
            ))}
            {others.length > NAMED && (
              <li>
                and <span>{count(others.length - NAMED, 'other')}</span>
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

function Asked({ question, onAnswer }: { question: Question } & Pick<Props, 'onAnswer'>) {
  const { id, message, candidates, rows } = question;
  return (
    <NativeSelect
      label={rows > 1 ? `${message} The same in ${count(rows - 1, 'other row')}.` : message}
      data={[{ value: '', label: 'Choose' }, ...candidates]}
      value=""
      onChange={(event) => onAnswer(id, event.currentTarget.value)}
    />
  );
}

/** '1 row', '1,200 rows'. */
const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
