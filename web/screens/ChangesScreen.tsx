import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAddress } from '../address.ts';
import { changesQuery, SETS } from '../changes/api.ts';
import { ChangeTable } from '../changes/ChangeTable.tsx';
import classes from '../changes/changes.module.css';
import { Downloads } from '../changes/Downloads.tsx';
import { FilterBar } from '../changes/FilterBar.tsx';
import { filterNames, readFilters, wrongFilters } from '../changes/filters.ts';
import { filterLabels } from '../changes/words.ts';
import { ShowMore } from '../history/ShowMore.tsx';
import { Card } from '../layout/Card.tsx';
import { LeftOut, wrongText } from '../layout/LeftOut.tsx';
import { Loader } from '../layout/Loader.tsx';
import { Screen } from '../layout/Screen.tsx';
import { Unread, useIsUnread } from '../layout/Unread.tsx';
import { paths } from '../paths.ts';

/** All change sets, newest first, with filters: what was done, by whom, and its undo. Of deletions this is the trash. */
export default function ChangesScreen() {
  const { params } = useAddress();
  const filters = useMemo(() => readFilters(params), [params]);
  const reading = useInfiniteQuery(changesQuery(filters));
  const { data, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = reading;
  const isUnread = useIsUnread(reading);
  const sets = data?.pages.flatMap((page) => page.changeSets);
  return (
    <Screen
      heading="Changes"
      actions={
        <Button
          component={Link}
          to={`${paths.changes}?action=deleted`}
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          Deleted items
        </Button>
      }
    >
      <Card>
        <LeftOut
          known={filterNames}
          wrong={wrongFilters(params).map(({ name, value }) => wrongText(filterLabels[name], value))}
        />
        <FilterBar filters={filters} />
        {filters.requestId && <p className={classes.one}>Only one change is shown. Clear shows all.</p>}
        <div className={classes.toolbar}>
          <output>{sets && countText(sets.length, hasNextPage)}</output>
          <Downloads filters={filters} disabled={!sets || sets.length === 0} />
        </div>
        {isUnread && <Unread what="The changes" reading={reading} />}
        {isPending && !isUnread && <Loader />}
        {sets?.length === 0 && (
          <div className={classes.empty}>
            <p>No results found</p>
            {filters.person && <p>Person is a network ID, not a name.</p>}
          </div>
        )}
        {sets && sets.length > 0 && (
          // Has the focus when the last sets have been read.
          <div tabIndex={-1} className={classes.sets}>
            <ChangeTable sets={sets} />
            {hasNextPage && (
              <ShowMore count={SETS} isReading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
            )}
          </div>
        )}
      </Card>
    </Screen>
  );
}

/** '8 changes', or '50 changes and more'. */
const countText = (count: number, isMore: boolean) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'change' : 'changes'}${isMore ? ' and more' : ''}`;
