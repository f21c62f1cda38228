import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { Detail } from '../../../contract/details.ts';
import type { ItemKey, ItemKind } from '../../../contract/kinds.ts';
import { ItemNotFound } from '../../catalog/items/ItemNotFound.tsx';
import { type ItemView, itemOf, keyOf } from '../../catalog/items/itemView.ts';
import { degreeView } from '../../catalog/kinds/degree.tsx';
import { isChanging } from '../../lib/api.ts';
import { itemPath } from '../../lib/paths.ts';
import { detailQuery, majorDegreesQuery } from '../../lib/queries.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { useQuarter } from '../../terms/lookups.ts';
import { ProposalScreen } from '../ProposalScreen.tsx';
import { CHECKING } from '../proposalTexts.ts';
import { type Choice, EndForm, readChoice, writeChoice } from './EndForm.tsx';
import { degreesOnlyOf, endItem, endRelationships, relationshipsAfter } from './endProposal.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
}

/** Ends an item and its open relationships in a last term. All choices and the selected rows are in the URL. */
export function EndScreen<K extends ItemKind>({ view }: Props<K>) {
  const { key = '' } = useParams();
  const reading = useQuery(detailQuery(view.kind, key));
  const { data, error } = reading;
  if (error || !data)
    return <ItemNotFound heading={`End ${view.title}`} kind={view.kind} reading={reading} />;
  return <End key={key} view={view} detail={data} />;
}

const none: never[] = [];
const allOf = <Data,>(
  readings: readonly { data: Data | undefined; isPending: boolean; isError: boolean }[],
) => ({
  degrees: readings.flatMap(({ data }) => data ?? []),
  isPending: readings.some(({ isPending }) => isPending),
  isError: readings.some(({ isError, data }) => isError && data === undefined),
});
const NOT_LOADED = 'The degrees of this major could not be loaded. Reload the page.';

function End<K extends ItemKind>({ view, detail }: Props<K> & { detail: Detail<K> }) {
  const { kind } = view;
  const item = itemOf(detail, kind);
  const key = keyOf(view, item);
  const quarter = useQuarter();
  const { asOf } = useAsOf();
  const { params, change } = useUrlParams();
  // State, because a checkbox that reads the URL would follow a click too late.
  const [choice, setChoice] = useState(() => readChoice(params));
  const { term } = choice;
  const choose = (next: Choice) => {
    // The running save has the choices made before.
    if (isChanging()) return;
    setChoice(next);
    change((now) => writeChoice(now, next), { replace: true });
  };
  const name = view.nameOf(item);
  const title = term ? `End ${name} in ${quarter(term) ?? ''}` : `End ${name}`;

  const { open, later } = useMemo(
    () => (term ? relationshipsAfter(kind, detail, term) : { open: none, later: none }),
    [kind, detail, term],
  );
  const pairsReading = useQuery({ ...majorDegreesQuery, enabled: kind === 'major' });
  const { data: pairs = none } = pairsReading;
  const exclusiveDegrees = useMemo(
    () => (term ? degreesOnlyOf(Number(key), pairs, term) : none),
    [key, pairs, term],
  );
  // All of them are loaded, so that a checkbox takes effect immediately.
  const { degrees, isPending, isError } = useQueries({
    queries: exclusiveDegrees.map(({ degreeKey }) => detailQuery('degree', degreeKey)),
    combine: allOf,
  });
  // Without them, degrees that the user has chosen would not be ended.
  const outdated = pairsReading.isLoading || isPending ? CHECKING : undefined;
  const failure = isError || (pairsReading.isError && !pairsReading.data) ? NOT_LOADED : undefined;

  const rows = useMemo(() => {
    const ended = degrees.filter(({ degree }) => choice.also.includes(String(degree.degreeKey)));
    return [
      ...endItem(view, detail, choice),
      ...endRelationships(kind, key, open, choice),
      ...ended.flatMap((degree) => [
        ...endItem(degreeView, degree, choice),
        ...endRelationships('degree', degree.degree.degreeKey, othersOf(degree, term, key), choice),
      ]),
    ];
  }, [view, detail, kind, key, open, degrees, term, choice]);
  return (
    <ProposalScreen
      heading={title}
      back={{ to: withAsOf(itemPath(kind, key), asOf), text: `Back to ${name}` }}
      proposal={term ? { origin: 'bulk', title, rows } : null}
      outdated={failure ?? outdated}
    >
      <EndForm
        kind={kind}
        choice={choice}
        onChoose={choose}
        later={later}
        degrees={degrees.map(({ degree }) => degree)}
      />
    </ProposalScreen>
  );
}

/** The open relationships of a degree, without the one to the ending major. */
const othersOf = (degree: Detail<'degree'>, term: string, majorKey: ItemKey) =>
  relationshipsAfter('degree', degree, term).open.filter(
    ({ link, toKey }) => link.to !== 'major' || toKey !== majorKey,
  );
