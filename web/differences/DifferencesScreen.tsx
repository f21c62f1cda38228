import { IgnoredParameters } from '../shell/IgnoredParameters.tsx';
import { Screen } from '../ui/Screen.tsx';
import { BetweenDays } from './BetweenDays.tsx';
import { BetweenTerms } from './BetweenTerms.tsx';
import { differenceParameters, useComparesDays } from './differencesUrl.ts';

/** The differences between two terms, or the changes in the records between two days. */
export default function DifferencesScreen() {
  const { comparesDays } = useComparesDays();
  return (
    <Screen heading="Differences">
      <IgnoredParameters known={differenceParameters} />
      {comparesDays ? <BetweenDays /> : <BetweenTerms />}
    </Screen>
  );
}
