import type { ComponentType, ReactNode } from 'react';
import { helpFor } from '../../contract/fieldHelp.ts';
import { factsOfForm } from '../../contract/form.ts';
import type { ItemKind, Items } from '../../contract/kinds.ts';
import type { ItemView } from '../catalog/items/itemView.ts';
import { useUserLabel } from '../lib/knownUsers.ts';
import { timeOf } from '../lib/time.ts';
import { useQuarter } from '../terms/lookups.ts';
import { useFormatValue } from '../terms/useFormatValue.ts';
import { HelpButton } from '../ui/form/HelpButton.tsx';
import classes from './itemPage.module.css';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
  /** The item at another time, and the words that say when: 'in F26'. */
  other: { when: string; item: Items[K] };
}

/**
 * All fields of an item, labeled as in its form, in as many columns as fit. Below them are the comments, and the time and
 * user of the last save (spec 2). A name or code that is different at the other time has that one beside it.
 */
export function Details<K extends ItemKind>({ view, item, other }: Props<K>) {
  const quarter = useQuarter();
  const format = useFormatValue();
  const values: Record<string, unknown> = { ...item };
  const others: Record<string, unknown> = { ...other.item };
  const fields = Object.entries(factsOfForm(view.editForm)).filter(([name]) => name !== 'version');
  const notes: Readonly<Record<string, ComponentType<{ item: Items[K] }> | undefined>> = { ...view.notes };
  const by = useUserLabel(String(item[view.savedBy]));
  return (
    <>
      <dl className={classes.facts}>
        {fields
          .filter(([, { lines }]) => !lines)
          .map(([name, facts]) => {
            const text = format(facts, values[name]);
            const Note = notes[name];
            const isOther = others[name] !== values[name];
            return (
              <Fact
                key={name}
                name={name}
                label={facts.label}
                note={text && Note && <Note item={item} />}
                other={isOther && { when: other.when, text: format(facts, others[name]) || 'none' }}
              >
                {name === view.active ? view.stateOf(item, quarter) : text}
              </Fact>
            );
          })}
      </dl>
      {fields
        .filter(([name, { lines }]) => lines && values[name])
        .map(([name, facts]) => (
          <section key={name} className={classes.comments} aria-label={facts.label}>
            <h3>{facts.label}</h3>
            <p>{format(facts, values[name])}</p>
          </section>
        ))}
      <p className={classes.saved}>
        Last modified <time dateTime={item.lastModified}>{timeOf(item.lastModified)}</time>
        {by && <span>{` by ${by}`}</span>}
      </p>
    </>
  );
}

interface FactProps {
  name: string;
  label: string;
  /** Shown after the value. */
  note: ReactNode;
  /** The value at another time, if it is another. */
  other: false | { when: string; text: string };
  children: ReactNode;
}

function Fact({ name, label, note, other, children }: FactProps) {
  const help = helpFor(name);
  return (
    <div>
      <dt>
        <span>{label}</span>
        {help && <HelpButton label={label} help={help} />}
      </dt>
      <dd translate="no">
        {children ? <span>{children}</span> : <span className={classes.none}>None</span>}
        {note && <> {note}</>}
        {other && (
          <small className={classes.other}>
            <span translate="yes">{other.when}</span>: <span>{other.text}</span>
          </small>
        )}
      </dd>
    </div>
  );
}
