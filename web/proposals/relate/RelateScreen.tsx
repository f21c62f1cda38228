import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ItemKind, Items } from '../../../contract/kinds.ts';
import { type Link, relationshipsOf } from '../../../contract/relationships.ts';
import { ItemNotFound, Message } from '../../catalog/items/ItemNotFound.tsx';
import { countOf, type ItemView, itemOf, keyOf } from '../../catalog/items/itemView.ts';
import { itemViews } from '../../catalog/kinds/kinds.ts';
import { relationshipViewOf } from '../../catalog/kinds/relationship.tsx';
import { Candidates } from '../../catalog/relationships/Candidates.tsx';
import { relatedOf, titleOf } from '../../catalog/relationships/ends.ts';
import { Fieldset } from '../../catalog/relationships/Fieldset.tsx';
import { NO_TARGET } from '../../catalog/relationships/noTarget.ts';
import { readBack } from '../../catalog/relationships/relationshipUrl.ts';
import { SingleRow } from '../../catalog/relationships/SingleRow.tsx';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { RequestError } from '../../lib/api.ts';
import { counted } from '../../lib/counted.ts';
import { itemPath } from '../../lib/paths.ts';
import { detailQuery, queryClient } from '../../lib/queries.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { useCurrentForm } from '../../ui/form/formState.ts';
import { inputValues } from '../../ui/form/inputValues.ts';
import { SaveForm } from '../../ui/form/SaveForm.tsx';
import { toggled } from '../../ui/form/toggled.ts';
import { useIsLoading } from '../../ui/LoadError.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useSaveRows } from '../useSaveRows.ts';
import { errorsIn, firstCommonTerm, relateFormOf, relateRows } from './relateProposal.ts';

/** Relates an item to several others at once, with the same values (one change set). The URL identifies the item. */
export function RelateScreen<K extends ItemKind>({ view }: { view: ItemView<K> }) {
  const { key = '' } = useParams();
  const { params } = useUrlParams();
  const reading = useQuery(detailQuery(view.kind, key));
  const { data, error } = reading;
  const link = relationshipsOf(view.kind).find(({ name }) => name === params.get('to'));
  const heading = `Relate ${view.title}`;
  if (!link) return <Message heading={heading} text="Failed to find list of to type." />;
  if (error || !data) return <ItemNotFound heading={heading} kind={view.kind} reading={reading} />;
  return (
    <Relate
      key={`${key} ${link.name}`}
      view={view}
      item={itemOf(data, view.kind)}
      link={link}
      related={relatedOf(data, link).map(({ item }) => String(keyOf({ kind: link.to }, item)))}
      back={readBack(params)}
    />
  );
}

interface Props<K extends ItemKind, To extends ItemKind> {
  view: ItemView<K>;
  item: Items[K];
  link: Link<To>;
  /** The keys of the items that are related already. */
  related: readonly string[];
  back: string | null;
}

function Relate<K extends ItemKind, To extends ItemKind>({ view, item, link, related, back }: Props<K, To>) {
  const { kind } = view;
  const target: ItemView<To> = itemViews[link.to];
  const navigate = useNavigate();
  const showChangeToast = useChangeToast();
  const save = useSaveRows();
  const list = useQuery(target.listQuery);
  const isListLoading = useIsLoading(list);
  const { data: candidates = [] } = list;
  const form = useMemo(() => relateFormOf(link), [link]);
  const fromKey = keyOf(view, item);
  const here = back ?? itemPath(kind, fromKey);
  const itemsOf = (keys: readonly string[], among = candidates) =>
    among.filter((one) => keys.includes(String(keyOf(target, one))));
  const { Fields } = relationshipViewOf(link.relationship);
  const targetTitle = titleOf(link, target.title);
  if (isListLoading) return null;
  return (
    <Screen
      heading={`Relate ${view.title} to several ${titleOf(link, target.heading)}`}
      back={{ to: here, text: `Back to ${view.nameOf(item)}` }}
    >
      <SaveForm
        form={form}
        start={inputValues(form, {})}
        derivedDefaults={{
          startTerm: ({ items }) => {
            const chosen = itemsOf(items as string[]).map((one) => ({ kind: target.kind, item: one }));
            return chosen.length === 0
              ? null
              : (firstCommonTerm([{ kind, item }, ...chosen]) ?? (runningTerm || null));
          },
        }}
        draftName={`relate/${kind}/${fromKey}/${link.name}`}
        subject={view.nameOf(item)}
        save={async (body, how) => {
          const { items, ...values } = body as { items: string[] } & Record<string, unknown>;
          const chosen = items.filter((one) => !related.includes(one));
          // A restored selection may be saved before the list has loaded.
          const all = await queryClient.ensureQueryData(target.listQuery);
          const toKeys = itemsOf(chosen, all).map((one) => keyOf(target, one));
          if (toKeys.length === 0) throw new RequestError([NO_TARGET]);
          return await save(
            {
              rows: relateRows(link, fromKey, toKeys, values),
              title: `Relate ${view.nameOf(item)} to ${countOf(target, toKeys.length)}`,
              errorsIn,
            },
            how,
          );
        }}
        onSaved={({ data, requestId }) => {
          void queryClient.invalidateQueries();
          showChangeToast(`${counted(data.created, 'relationship')} saved`, requestId);
        }}
        onLeave={() => void navigate(here)}
      >
        <Card>
          <Fieldset legend="From">
            <SingleRow view={view} item={item} />
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend="To">
            <Targets target={target} related={new Set(related)} />
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend={`Relationship to each ${targetTitle.toLowerCase()}`}>
            <Fields />
          </Fieldset>
        </Card>
      </SaveForm>
    </Screen>
  );
}

interface TargetsProps<To extends ItemKind> {
  target: ItemView<To>;
  related: ReadonlySet<string>;
}

/** The items to choose from. Enter in their filter does not submit the form. */
function Targets<To extends ItemKind>({ target, related }: TargetsProps<To>) {
  const { inputs, set } = useCurrentForm();
  const chosen = inputs.items as readonly string[];
  const term = inputs.startTerm as string | null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <Candidates
        view={target}
        type="checkbox"
        related={related}
        chosen={new Set(chosen)}
        choose={(key) => set('items', toggled(chosen, key))}
        term={(term ?? runningTerm) || null}
      />
    </div>
  );
}
