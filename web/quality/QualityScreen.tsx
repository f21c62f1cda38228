import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualityRule } from '../../contract/quality.ts';
import { AsOfSelect } from '../catalog/items/AsOfSelect.tsx';
import { counted } from '../lib/counted.ts';
import { qualityQuery } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { usePrinting } from '../lib/usePrinting.ts';
import { IgnoredParameters } from '../shell/IgnoredParameters.tsx';
import { NOW, useAsOf } from '../terms/asOf.ts';
import { Card } from '../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../ui/LoadError.tsx';
import { Loader } from '../ui/Loader.tsx';
import { Screen } from '../ui/Screen.tsx';
import classes from './quality.module.css';
import { RuleList } from './RuleList.tsx';
import { summaryOf } from './ruleSummary.ts';

const noParameters: readonly string[] = [];

/** The rules of data quality, with the numbers of their findings as of a term. Rules that found nothing are collapsed. */
export default function QualityScreen() {
  const { user } = useSession();
  const { term } = useAsOf();
  const reading = useQuery({ ...qualityQuery(user, term), placeholderData: keepPreviousData });
  const { data, isPending, isPlaceholderData } = reading;
  const hasLoadError = useHasLoadError(reading);
  return (
    <Screen heading="Data quality" actions={<AsOfSelect none={NOW} />}>
      <IgnoredParameters known={noParameters} />
      <Card>
        {hasLoadError && <LoadError what="The rules" reading={reading} />}
        {isPending && !hasLoadError && <Loader />}
        {data && <Rules rules={data.rules} isOld={isPlaceholderData} />}
      </Card>
    </Screen>
  );
}

/** A rule whose findings all have a waiver still shows them. */
const foundNothing = ({ state, waived }: QualityRule) => state === 'none' && waived === 0;

interface Props {
  rules: readonly QualityRule[];
  /** They are those of the term before, while others load. */
  isOld: boolean;
}

function Rules({ rules, isOld }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting() !== null;
  const shown = rules.filter((rule) => !foundNothing(rule));
  const quiet = rules.filter(foundNothing);
  const quietText = `${counted(quiet.length, 'rule')} found nothing`;
  return (
    <div className={classes.found} aria-busy={isOld}>
      <output className={classes.summary}>{!isOld && summaryOf(rules)}</output>
      <RuleList label="Rules with findings" rules={shown} />
      {quiet.length > 0 && (
        <>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {quietText}
          </Button>
          {(isOpen || isPrinting) && <RuleList label={quietText} rules={quiet} />}
        </>
      )}
    </div>
  );
}
