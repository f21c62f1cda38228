import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { knownParameters } from '../../../contract/screenParameters.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { IgnoredParameters, wrongText } from '../../shell/IgnoredParameters.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { ChangeDownloads } from './ChangeDownloads.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import { readFilters, wrongFilters } from './changeFilters.ts';
import classes from './changes.module.css';
import { changesQuery, SETS } from './changesQueries.ts';
import { filterLabels } from './changeWords.ts';
import { FilterBar } from './FilterBar.tsx';

/**
 * All change sets, newest first, with filters. Each shows its changes, its user and its undo. Filtered by deletions, this is
 * the trash.
 */
export default function ChangesScreen() {
  const { params } = useUrlParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const reading = useInfiniteQuery(changesQuery(filters));
  const { data, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = reading;
  const hasLoadError = useHasLoadError(reading);
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
        <IgnoredParameters
          known={knownParameters('changes')}
          wrong={wrongFilters(params).map(({ name, value }) => wrongText(filterLabels[name], value))}
        />
        <FilterBar filters={filters} />
        {filters.requestId && <p className={classes.single}>Only one change is shown. Clear shows all.</p>}
        <div className={classes.toolbar}>
          <ViewsMenu screen="changes" />
          <output>{sets && countText(sets.length, hasNextPage)}</output>
          <ChangeDownloads filters={filters} disabled={!sets || sets.length === 0} />
        </div>
        {hasLoadError && <LoadError what="The changes" reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {sets?.length === 0 && (
          <div className={classes.empty}>
            <p>No results found</p>
            {filters.person && <p>Enter a network ID as the user, not a name.</p>}
          </div>
        )}
        {sets && sets.length > 0 && (
          // Has the focus when the last change sets have loaded.
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
