import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { knownParameters } from '../../../contract/screenParameters.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { zoneName } from '../../lib/time.ts';
import { IgnoredParameters, wrongText } from '../../shell/IgnoredParameters.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { ShowMore } from '../ShowMore.tsx';
import { ChangeDownloads } from './ChangeDownloads.tsx';
import { ChangeFeed } from './ChangeFeed.tsx';
import { readFilters, wrongFilters } from './changeFilters.ts';
import classes from './changes.module.css';
import { changesQuery, SETS } from './changesQueries.ts';
import { filterLabels } from './changeWords.ts';
import { FilterBar } from './FilterBar.tsx';
import { QuickRanges } from './QuickRanges.tsx';
import { useUserFilter } from './useUserFilter.ts';

/**
 * All change sets, newest first, with filters. Each shows its changes, its user and its undo. Filtered by deletions, this is
 * the trash.
 */
export default function ChangesScreen() {
  const { params } = useUrlParams();
  const user = useUserFilter(useMemo(() => readFilters(params), [params]));
  const { filters } = user;
  const reading = useInfiniteQuery({ ...changesQuery(filters), enabled: !user.isPending });
  const { data, isPending, isPlaceholderData, isFetchingNextPage, hasNextPage, fetchNextPage } = reading;
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
        <FilterBar filters={filters} user={user} />
        {filters.requestId && <p className={classes.single}>Only one change is shown. Clear shows all.</p>}
        <div className={classes.toolbar}>
          <QuickRanges filters={filters} />
          <p>
            {/* Those of the filters before, while others load, are not counted. */}
            <output>{sets && !isPlaceholderData && countText(sets.length, hasNextPage)}</output>
            <span>
              Times are in <span>{zoneName()}</span>
            </span>
          </p>
          <ViewsMenu screen="changes" />
          <ChangeDownloads filters={filters} userLabel={user.labelOf} disabled={!sets || sets.length === 0} />
        </div>
        {hasLoadError && <LoadError what="The changes" reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {sets?.length === 0 && (
          <div className={classes.empty}>
            <p>No results found</p>
          </div>
        )}
        {sets && sets.length > 0 && (
          // Has the focus when the last change sets have loaded.
          <div tabIndex={-1} className={classes.sets} aria-busy={isPlaceholderData}>
            <ChangeFeed sets={sets} />
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
