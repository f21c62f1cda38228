import { NativeSelect } from '@mantine/core';
import { isItemKind } from '../../../contract/kinds.ts';
import { newValues } from '../../../contract/newValues.ts';
import type { CollectedIntake } from '../../../intake/collected.ts';
import { NO_VALUE, newValueId } from '../../../intake/filledIn.ts';
import { factsOfKind } from '../../history/describeChange.ts';
import { counted } from '../../lib/counted.ts';
import classes from './import.module.css';
import { type Choices, QuestionSelects } from './QuestionSelects.tsx';

interface Props {
  intake: CollectedIntake;
  /** Notes besides those of the file. */
  notes: readonly string[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** The maximum number of reinterpreted texts shown at once. */
const NAMED = 20;

interface FilledInProps {
  kind: string;
  name: string;
  choice: string | undefined;
  onChoose: (value: string) => void;
}

/**
 * The value of a field that the file does not have, for its new items. The form of a new item has it at first. Without their
 * number: how many can be saved is known only with the preview.
 */
function FilledIn({ kind, name, choice, onChoose }: FilledInProps) {
  const facts = factsOfKind(kind)[name];
  if (!isItemKind(kind) || !facts?.options) return null;
  return (
    <NativeSelect
      label={
        <>
          <span>{`${facts.label} of each new ${kind}`}</span>, which the file does not have
        </>
      }
      data={[...facts.options, { value: NO_VALUE, label: 'Leave empty' }]}
      value={choice ?? newValues[kind][name] ?? NO_VALUE}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/**
 * The skipped data, the open questions, and the texts whose value differs from what they say. Each takes one line at first, so
 * that the rows stay visible.
 */
export function ImportNotes({ intake, notes: given, choices, onChoose }: Props) {
  const [first, ...notes] = [...given, ...intake.notes];
  const { others } = intake;
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
      <QuestionSelects intake={intake} choices={choices} onChoose={onChoose} />
      {[...intake.filledIn].map((name) => (
        <FilledIn
          key={name}
          kind={intake.kind}
          name={name}
          choice={choices[newValueId(name)]}
          onChoose={(value) => onChoose({ ...choices, [newValueId(name)]: value })}
        />
      ))}
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
