import { Button } from '@mantine/core';
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lookupParameters } from '../../../contract/screenParameters.ts';
import { paths } from '../../lib/paths.ts';
import { IgnoredParameters } from '../../shell/IgnoredParameters.tsx';
import { Card } from '../../ui/Card.tsx';
import { useShortcut } from '../../ui/keys/shortcut.ts';
import { LoadError, useHasLoadError, useIsLoading } from '../../ui/LoadError.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ResultTable } from '../../ui/table/ResultTable.tsx';
import { ShortTable } from '../../ui/table/ShortTable.tsx';
import classes from './lookups.module.css';
import { awardTypeView, termView } from './lookupViews.tsx';
import { useLookupDialog } from './useLookupDialog.tsx';
import { useLookupTable } from './useLookupTable.tsx';

const noTerms: never[] = [];
/** Few at first, because the award types are below. */
const pageSizes = [25, 50, 100, 0];
const newestFirst = [{ id: 'termYyyyst', desc: true }];

/** The terms and the award types, which forms offer: those who maintain the data add, rename and remove them here. */
export default function LookupsScreen() {
  const areTermsLoading = useIsLoading(useQuery(termView.listQuery));
  // Requested at once, but shown below the terms.
  useQuery(awardTypeView.listQuery);
  return (
    <Screen heading="Terms and awards">
      <IgnoredParameters known={lookupParameters} />
      <Terms />
      {!areTermsLoading && <AwardTypes />}
    </Screen>
  );
}

/** All terms, newest first. The state of the table is in the URL. */
function Terms() {
  const reading = useQuery(termView.listQuery);
  const { data, isError } = reading;
  const hasLoadError = useHasLoadError(reading);
  const { create, edit, dialog } = useLookupDialog(termView, data);
  const table = useLookupTable(termView, edit);
  const createKey = useShortcut('N', 'Create term');
  return (
    <Card>
      <div className={classes.heading}>
        <h2>{termView.heading}</h2>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={paths.addYear}
            variant="default"
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
          >
            Add a year
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create} {...createKey}>
            Create term
          </Button>
        </div>
      </div>
      {hasLoadError && <LoadError what="The terms" reading={reading} />}
      {!data && !hasLoadError && <Loader />}
      {data && (
        <ResultTable
          {...table}
          exportName="terms"
          pageSizes={pageSizes}
          items={isError ? noTerms : data}
          defaultSort={newestFirst}
        />
      )}
      {dialog}
    </Card>
  );
}

/** All award types, by their abbreviation. */
function AwardTypes() {
  const reading = useQuery(awardTypeView.listQuery);
  const { data } = reading;
  const hasLoadError = useHasLoadError(reading);
  const { create, edit, dialog } = useLookupDialog(awardTypeView, data);
  const table = useLookupTable(awardTypeView, edit);
  return (
    <Card>
      <div className={classes.heading}>
        <h2>{awardTypeView.heading}</h2>
        <div className={classes.actions}>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
            Create award type
          </Button>
        </div>
      </div>
      {hasLoadError && <LoadError what="The award types" reading={reading} />}
      {!data && !hasLoadError && <Loader />}
      {data && <ShortTable {...table} items={data} />}
      {dialog}
    </Card>
  );
}
