import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ItemKey, ItemKind, Items } from '../../../contract/kinds.ts';
import type { Link as Relation } from '../../../contract/relationships.ts';
import type { Named } from '../../history/describeChange.ts';
import { isChanging } from '../../lib/api.ts';
import { relatePath } from '../../lib/paths.ts';
import { detailQuery } from '../../lib/queries.ts';
import { put, useUrlParams } from '../../lib/searchParams.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { useIsLoading } from '../../ui/LoadError.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ItemNotFound, Message } from '../items/ItemNotFound.tsx';
import { itemInEffect } from '../items/inEffect.ts';
import { type ItemView, itemOf, keyOf, labelOf } from '../items/itemView.ts';
import { itemViews } from '../kinds/kinds.ts';
import { Candidates } from './Candidates.tsx';
import { relatedOf, titleOf } from './ends.ts';
import { Fieldset } from './Fieldset.tsx';
import { RelationshipForm } from './RelationshipForm.tsx';
import classes from './relationship.module.css';
import { SingleRow } from './SingleRow.tsx';

interface Props<From extends ItemKind, To extends ItemKind> {
  from: From;
  fromKey: ItemKey;
  link: Relation<To>;
  /** The target of the relationship to edit. Null for a new relationship, whose target is not selected yet. */
  toKey: string | null;
  back: string | null;
  /** Shows what is wrong with the relationship to edit. `detail` contains it. */
  Findings: ComponentType<{ of: Named; detail: object }>;
}

/** The three parts of the screen (spec 2): from, to and relationship. Renders nothing while it loads. */
export function Relate<From extends ItemKind, To extends ItemKind>(ends: Props<From, To>) {
  const { from, fromKey, link, toKey, back, Findings } = ends;
  const { to } = link;
  const { params, change } = useUrlParams();
  const [chosen, setChosen] = useState(params.get('chosen'));
  const choose = (key: string) => {
    // The relationship that is being saved has the item that was selected then.
    if (isChanging()) return;
    setChosen(key);
    // Keeps the selection across a reload.
    change((now) => put(now, 'chosen', key), { replace: true });
  };
  const [startTerm, setStartTerm] = useState<string | null>(null);
  const reading = useQuery(detailQuery(from, fromKey));
  const { data, error } = reading;
  const rows = useMemo(() => (data ? relatedOf(data, link) : []), [data, link]);
  const related = useMemo(
    () => new Set(rows.map(({ item }) => String(keyOf({ kind: to }, item)))),
    [rows, to],
  );
  const quarter = useQuarter();
  const source: ItemView<From> = itemViews[from];
  const target: ItemView<To> = itemViews[to];
  const list = useQuery({ ...target.listQuery, enabled: toKey === null });
  const isListLoading = useIsLoading(list);
  const { data: candidates } = list;
  const heading = `Relate ${source.title} to ${titleOf(link, target.title)}`;
  if (error || !data) return <ItemNotFound heading={heading} kind={from} reading={reading} />;
  if (toKey === null && isListLoading) return null;
  const saved = rows.find(({ item }) => String(keyOf({ kind: to }, item)) === toKey?.toUpperCase());
  if (toKey !== null && !saved) return <Message heading={heading} text="No relationship found!" />;
  const canBeChosen = (key: string) =>
    !related.has(key) && candidates?.some((item) => String(keyOf(target, item)) === key);
  const targetKey = toKey ?? (chosen !== null && canBeChosen(chosen) ? chosen : null);
  const item = itemOf(data, from);
  const targetItem = saved?.item ?? candidates?.find((one) => String(keyOf(target, one)) === targetKey);
  const notInEffect = startTerm
    ? [
        ...nameIfNotInEffect(source, item, startTerm),
        ...(targetItem ? nameIfNotInEffect(target, targetItem, startTerm) : []),
      ]
    : [];
  return (
    <Screen heading={heading}>
      {saved && (
        <Findings of={subjectOf(link, keyOf(source, item), keyOf(target, saved.item))} detail={data} />
      )}
      <div className={saved ? undefined : classes.choosing}>
        <Card>
          <Fieldset legend="From">
            <SingleRow view={source} item={item} />
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend="To">
            {saved ? (
              <SingleRow view={target} item={saved.item} />
            ) : (
              <>
                <Link
                  className={classes.several}
                  to={relatePath({ link, fromKey, ...(back ? { back } : {}) })}
                >
                  Select several
                </Link>
                <Candidates
                  view={target}
                  type="radio"
                  related={related}
                  chosen={new Set(targetKey === null ? [] : [targetKey])}
                  choose={choose}
                  term={(startTerm ?? runningTerm) || null}
                />
              </>
            )}
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend="Relationship">
            <output className={classes.notInEffect}>
              {notInEffect.map((name) => (
                <p key={name}>
                  <span translate="no">{name}</span> is not in effect in <span>{quarter(startTerm)}</span>.
                </p>
              ))}
            </output>
            <RelationshipForm
              from={from}
              fromKey={fromKey}
              link={link}
              toKey={targetKey}
              back={back}
              saved={saved}
              onStart={setStartTerm}
            />
          </Fieldset>
        </Card>
      </div>
    </Screen>
  );
}

/** A relationship as findings name it: the key of the end that comes first in its kind is first. */
const subjectOf = ({ near, relationship: { name } }: Relation, key: ItemKey, toKey: ItemKey): Named => ({
  kind: name,
  key: (near === 'from' ? [key, toKey] : [toKey, key]).join('/'),
});

/** The name of an item if it is not in effect in a term. */
const nameIfNotInEffect = <K extends ItemKind>(view: ItemView<K>, item: Items[K], term: string): string[] =>
  itemInEffect(view.kind)(item, term) ? [] : [`${view.title} ${labelOf(view, item)}`];
