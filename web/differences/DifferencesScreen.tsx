import { knownParameters } from '../../contract/screenParameters.ts';
import { IgnoredParameters } from '../shell/IgnoredParameters.tsx';
import { Screen } from '../ui/Screen.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { BetweenDays } from './BetweenDays.tsx';
import { BetweenTerms } from './BetweenTerms.tsx';
import { useComparesDays } from './differencesUrl.ts';

/** The differences between two terms, or the changes in the records between two days. */
export default function DifferencesScreen() {
  const { comparesDays } = useComparesDays();
  return (
    <Screen heading="Differences" actions={<ViewsMenu screen="differences" />}>
      <IgnoredParameters known={knownParameters('differences')} />
      {comparesDays ? <BetweenDays /> : <BetweenTerms />}
    </Screen>
  );
}
