import { NativeSelect } from '@mantine/core';
import type { Intake } from '../../../intake/intake.ts';
import { othersOf } from '../../../intake/others.ts';
import { counted } from '../../lib/counted.ts';
import classes from './import.module.css';
import { type Question, questionsOf } from './importQuestions.ts';

interface Props {
  intake: Intake;
  /** Notes besides those of the file. */
  notes: readonly string[];
  onAnswer: (question: string, value: string) => void;
}

/** The maximum number of reinterpreted texts and of questions shown at once. */
const NAMED = 20;

/**
 * The skipped data, the open questions, and the texts whose value differs from what they say. Each takes one line at first, so
 * that the rows stay visible.
 */
export function ImportNotes({ intake, notes: given, onAnswer }: Props) {
  const [first, ...notes] = [...given, ...intake.notes];
  const others = othersOf(intake);
  const questions = questionsOf(intake);
  return (
    <div className={classes.notes}>
      {notes.length === 0 && first && <p>{first}</p>}
      {notes.length > 0 && (
        <details>
          <summary>
            <span>{first}</span> <span>{`· ${counted(notes.length, 'more note')}`}</span>
          </summary>
          {notes.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </details>
      )}
      {questions.length > 0 && (
        <details open>
          <summary>{counted(questions.length, 'question')}</summary>
          <div className={classes.questions}>
            {questions.slice(0, NAMED).map((question) => (
              <QuestionSelect key={question.id} question={question} onAnswer={onAnswer} />
            ))}
          </div>
          {questions.length > NAMED && <p>You can answer the rest after these.</p>}
        </details>
      )}
      {others.length > 0 && (
        <details>
          <summary>
            <span>{counted(others.length, 'text')}</span> read as something else
          </summary>
          <ul>
            {others.slice(0, NAMED).map(({ header, from, as, count: rows }) => (
              <li key={`${header} ${from}`}>
                <span>{header}</span>: ‘<span>{from}</span>’ read as <b>{as}</b>
                {rows > 1 && <span>{`, in ${counted(rows, 'row')}`}</span>}
              </li>
            ))}
            {others.length > NAMED && (
              <li>
                and <span>{counted(others.length - NAMED, 'other')}</span>
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

function QuestionSelect({ question, onAnswer }: { question: Question } & Pick<Props, 'onAnswer'>) {
  const { id, message, candidates, rows } = question;
  return (
    <NativeSelect
      label={rows > 1 ? `${message} The same in ${counted(rows - 1, 'other row')}.` : message}
      data={[{ value: '', label: 'Choose' }, ...candidates]}
      value=""
      onChange={(event) => onAnswer(id, event.currentTarget.value)}
    />
  );
}
