import { differenceParameters, useComparesDays } from '../differences/address.ts';
import { BetweenDays } from '../differences/BetweenDays.tsx';
import { BetweenTerms } from '../differences/BetweenTerms.tsx';
import { LeftOut } from '../layout/LeftOut.tsx';
import { Screen } from '../layout/Screen.tsx';

/** What started and ended between two terms, or what was changed in the records between two days. */
export default function DifferencesScreen() {
  const { comparesDays } = useComparesDays();
  return (
    <Screen heading="Differences">
      <LeftOut known={differenceParameters} />
      {comparesDays ? <BetweenDays /> : <BetweenTerms />}
    </Screen>
  );
}
