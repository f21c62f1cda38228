import { credentialLevels, type Degree, degreeForm } from '../../contract/degree.ts';
import { endedIn } from '../items/ended.ts';
import { State } from '../items/State.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { Fact, Facts } from './Facts.tsx';
import { labelsOf, optionLabel } from './labels.ts';
import { Remarks } from './Remarks.tsx';

const label = labelsOf(degreeForm);

export function DegreeFacts({ item }: { item: Degree }) {
  const quarter = useQuarter();
  const { degreeEndTermYyyyst: end } = item;
  return (
    <>
      <Facts>
        <Fact label={label.degreeAwarded} value={item.degreeAwarded} />
        <Fact label={label.degreeTitleRc} value={item.degreeTitleRc} />
        <Fact label={label.degreeTitleAbbr} value={item.degreeTitleAbbr} />
        <Fact label={label.degreeStartTermYyyyst} value={quarter(item.degreeStartTermYyyyst)} />
        <Fact label={label.degreeEndTermYyyyst} value={quarter(end)} />
        <Fact label={label.degreeActive} value={item.degreeActive}>
          <State active={item.degreeActive} ended={endedIn(end, quarter)} />
        </Fact>
        <Fact label={label.degreeComplete} value={item.degreeComplete} />
        <Fact label={label.programCredLevel} value={optionLabel(credentialLevels, item.programCredLevel)} />
      </Facts>
      <Remarks comments={item.degreeComments} lastModified={item.lastModified} by={item.degreeUciNetId} />
    </>
  );
}
