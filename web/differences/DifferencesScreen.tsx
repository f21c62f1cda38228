import { knownParameters } from '../../contract/screenParameters.ts';
import { IgnoredParameters, wrongText } from '../shell/IgnoredParameters.tsx';
import { Screen } from '../ui/Screen.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { BetweenDays } from './BetweenDays.tsx';
import { BetweenTerms } from './BetweenTerms.tsx';
import { useComparesDays, useWrongValues } from './differencesUrl.ts';

/** The differences between two terms, or the changes in the records between two days. */
export default function DifferencesScreen() {
  const { comparesDays } = useComparesDays();
  const wrong = useWrongValues().map(([label, value]) => wrongText(label, value));
  return (
    <Screen heading="Differences" actions={<ViewsMenu screen="differences" />}>
      <IgnoredParameters known={knownParameters('differences')} wrong={wrong} />
      {comparesDays ? <BetweenDays /> : <BetweenTerms />}
    </Screen>
  );
}
