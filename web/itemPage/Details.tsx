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
  /** The item as of the term of the page, and as it is stored. */
  item: Items[K];
  today: Items[K];
}

/**
 * All fields of an item, labeled as in its form, in as many columns as fit. Below them are the comments, and the time and
 * user of the last save (spec 2). A name or code that was different in the term of the page has today's beside it.
 */
export function Details<K extends ItemKind>({ view, item, today }: Props<K>) {
  const quarter = useQuarter();
  const format = useFormatValue();
  const values: Record<string, unknown> = { ...item };
  const todays: Record<string, unknown> = { ...today };
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
            const isOther = todays[name] !== values[name];
            return (
              <Fact
                key={name}
                name={name}
                label={facts.label}
                note={text && Note && <Note item={item} />}
                today={isOther ? format(facts, todays[name]) || 'none' : undefined}
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
  /** The latest value, if it is another. */
  today: string | undefined;
  children: ReactNode;
}

function Fact({ name, label, note, today, children }: FactProps) {
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
        {today !== undefined && (
          <small className={classes.today}>
            <span translate="yes">latest:</span> <span>{today}</span>
          </small>
        )}
      </dd>
    </div>
  );
}
