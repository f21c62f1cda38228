import { Button } from '@mantine/core';
import { IconCalendarX, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ChangeSetWithEntries } from '../../contract/history.ts';
import type { ItemKind } from '../../contract/kinds.ts';
import { type Link as Relation, relationshipsOf } from '../../contract/relationships.ts';
import { AsOfLine, AsOfSelect } from '../catalog/items/AsOfSelect.tsx';
import { ItemNotFound } from '../catalog/items/ItemNotFound.tsx';
import { relatedTermState } from '../catalog/items/inEffect.ts';
import { type ItemView, itemOf, keyOf, labelOf } from '../catalog/items/itemView.ts';
import { useDeleteItem } from '../catalog/items/useDeleteItem.ts';
import { useEarlierValuesInTerm } from '../catalog/items/useEarlierValuesInTerm.ts';
import { useItemDialog } from '../catalog/items/useItemDialog.tsx';
import { itemViews } from '../catalog/kinds/kinds.ts';
import { relatedOf, titleOf } from '../catalog/relationships/ends.ts';
import { errorsOf } from '../lib/api.ts';
import { userNamesQuery } from '../lib/knownUsers.ts';
import { lastUrlOf, restoreState } from '../lib/lastUrl.ts';
import { copyPath, endPath, listPath, relationshipPath } from '../lib/paths.ts';
import { detailQuery, earlierValuesQuery } from '../lib/queries.ts';
import { useNoteOpened } from '../lib/recentItems.ts';
import { useItemFindings } from '../quality/ItemFindings.tsx';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import { useQuarter } from '../terms/lookups.ts';
import { runningTerm } from '../terms/runningTerm.ts';
import { Card } from '../ui/Card.tsx';
import { useShortcut } from '../ui/keys/shortcut.ts';
import { useIsLoading } from '../ui/LoadError.tsx';
import { More } from '../ui/More.tsx';
import { showErrors } from '../ui/popups/popupStore.ts';
import { Screen } from '../ui/Screen.tsx';
import { AddRelationship } from './AddRelationship.tsx';
import { DeletedItem } from './DeletedItem.tsx';
import { Details } from './Details.tsx';
import { EarlierValuesCard } from './EarlierValuesCard.tsx';
import { filledWith } from './filledWith.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { Identity } from './Identity.tsx';
import classes from './itemPage.module.css';
import { RelatedList } from './RelatedList.tsx';
import { TimelineCard, timelineScript } from './TimelineCard.tsx';

/** The order of the related lists on a detail screen (spec 2). */
const order: Record<ItemKind, number> = { major: 1, degree: 2, school: 3, department: 4 };

const relatedLists = (kind: ItemKind): readonly Relation[] =>
  relationshipsOf(kind).toSorted((one, other) => order[one.to] - order[other.to]);

interface Props<K extends ItemKind> {
  view: ItemView<K>;
}

/** An item with all its relationships (spec 2). Another key mounts a new screen, with its lists open. */
export function ItemScreen<K extends ItemKind>({ view }: Props<K>) {
  const { key = '' } = useParams();
  return <Detail key={key} itemKey={key} view={view} />;
}

/** Renders nothing while it loads. */
function Detail<K extends ItemKind>({ view, itemKey: key }: Props<K> & { itemKey: string }) {
  const { kind, title } = view;
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const { term, asOf } = useAsOf();
  const list = withAsOf(lastUrlOf(listPath(kind)), asOf);
  const reading = useQuery(detailQuery(kind, key));
  const { data, error } = reading;
  const item = data && itemOf(data, kind);
  const earlier = useEarlierValuesInTerm(term);
  const now = useEarlierValuesInTerm(runningTerm || null);
  const { isPending: isTimelinePending } = useQuery({ ...timelineScript, enabled: false });
  const quarter = useQuarter();
  useNoteOpened(kind, item && keyOf(view, item));
  const items = useMemo(() => item && [item], [item]);
  const { edit, dialog } = useItemDialog(view, items);
  const of = useMemo(() => ({ kind, key }), [kind, key]);
  const { findingsButton, findingsList } = useItemFindings(of, data);
  const links = useMemo(() => relatedLists(kind), [kind]);
  // Replaces the URL, which no longer leads to an item.
  const remove = useDeleteItem(view, () => void navigate(list, { replace: true, state: restoreState }));
  const [editKey, deleteKey] = [useShortcut('E', 'Edit'), useShortcut('Delete', 'Delete')];
  // The name of the last user may take a second line.
  const areUsersLoading = useIsLoading(useQuery(userNamesQuery));
  const areNamesLoading = useIsLoading(useQuery(earlierValuesQuery));
  // Names that change a moment later would be read as those of the term.
  const isLoaded = item !== undefined && !earlier.isPending && !areNamesLoading && !areUsersLoading;
  useEffect(() => {
    // The URL may name one of the lists, by the name of the relationship.
    if (isLoaded) document.getElementById(hash.slice(1))?.focus();
  }, [hash, isLoaded]);
  if (error || !data || !item)
    return (
      <ItemNotFound heading={`View ${title}`} kind={kind} reading={reading}>
        <DeletedItem of={{ kind, key }} />
      </ItemNotFound>
    );
  if (!isLoaded) return null;
  const shown = earlier.itemThen(kind, item);
  // Without a term, the page shows the latest names, which may apply from a later term on.
  const other =
    term === null
      ? { when: `in ${quarter(runningTerm)}`, item: now.itemThen(kind, item) }
      : { when: 'latest', item };
  const rowsOf = <To extends ItemKind>(link: Relation<To>) =>
    relatedOf(data, link).map((row) => ({ ...row, item: earlier.itemThen(link.to, row.item) }));
  const use = (set: ChangeSetWithEntries, sets: readonly ChangeSetWithEntries[]) =>
    filledWith(view, item, set, sets).then(
      (filled) => edit(item, filled),
      (failure: unknown) => showErrors(errorsOf(failure)),
    );
  const termStates = links.flatMap((link) =>
    relatedOf(data, link).map((row) => relatedTermState(link.to, row, term ?? '')),
  );
  const choices = relationshipsOf(kind).map((link) => ({
    label: titleOf(link, itemViews[link.to].title),
    to: relationshipPath({ link, fromKey: key, back: withAsOf(pathname, asOf) }),
  }));
  return (
    <Screen
      heading={`View ${title}`}
      windowTitle={`${labelOf(view, shown)} · ${title}`}
      subject={<Identity view={view} item={shown} />}
      back={{ to: list, text: `Back to ${view.heading}` }}
      actions={
        <div className={classes.headerActions}>
          <AsOfSelect />
          {findingsButton}
          <AddRelationship choices={choices} />
        </div>
      }
    >
      <AsOfLine note={earlier.note}>
        <b>{termStates.filter((one) => one === 'in effect').length.toLocaleString('en-US')}</b> of{' '}
        <span>{termStates.length.toLocaleString('en-US')}</span> relationships
      </AsOfLine>
      {findingsList}
      <Card>
        <section aria-labelledby="details">
          <div className={classes.head}>
            <h2 id="details">Details</h2>
            <div className={classes.tools} data-toolbar>
              <More name="Actions" below="phone">
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => edit(item)}
                  {...editKey}
                >
                  Edit
                </Button>
                <Button
                  component={Link}
                  to={withAsOf(endPath(kind, key), asOf)}
                  variant="default"
                  size="xs"
                  leftSection={<IconCalendarX size={16} aria-hidden />}
                >
                  End…
                </Button>
                <Button
                  component={Link}
                  to={withAsOf(copyPath(kind, key), asOf)}
                  variant="default"
                  size="xs"
                  leftSection={<IconCopy size={16} aria-hidden />}
                >
                  Copy…
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  className={classes.danger}
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => remove(item)}
                  {...deleteKey}
                >
                  Delete
                </Button>
              </More>
            </div>
          </div>
          <Details view={view} item={shown} other={other} />
        </section>
      </Card>
      {links.map((link) => (
        <div key={link.name} id={link.name} tabIndex={-1} className={classes.list}>
          <RelatedList link={link} fromKey={key} rows={rowsOf(link)} />
        </div>
      ))}
      <EarlierValuesCard of={of} label={labelOf(view, item)} />
      <TimelineCard view={view} item={item} detail={data} links={links} />
      {/* After the timeline, which would move it. */}
      {!isTimelinePending && <HistoryCard of={of} detail={data} onUse={(set, sets) => void use(set, sets)} />}
      {dialog}
    </Screen>
  );
}
