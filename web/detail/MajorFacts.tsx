import { campusIndicators, type Major, majorForm, segments } from '../../contract/major.ts';
import { endedIn } from '../items/ended.ts';
import { State } from '../items/State.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { Fact, Facts } from './Facts.tsx';
import { labelsOf, optionLabel } from './labels.ts';
import { Remarks } from './Remarks.tsx';

const label = labelsOf(majorForm);

export function MajorFacts({ item }: { item: Major }) {
  const quarter = useQuarter();
  const { endTermYyyyst: end } = item;
  return (
    <>
      <Facts>
        <Fact label={label.majorSegment} value={optionLabel(segments, item.majorSegment)} />
        <Fact label={label.campusIndicator} value={optionLabel(campusIndicators, item.campusIndicator)} />
        <Fact label={label.majorCode} value={item.majorCode} />
        <Fact label={label.title7} value={item.title7} />
        <Fact label={label.title20} value={item.title20} />
        <Fact label={label.titleLong} value={item.titleLong} />
        <Fact label={label.academicYearApproved} value={item.academicYearApproved} />
        <Fact label={label.startTermYyyyst} value={quarter(item.startTermYyyyst)} />
        <Fact label={label.endTermYyyyst} value={quarter(end)} />
        <Fact label={label.ucDiscipline} value={item.ucDiscipline} />
        <Fact label={label.hegisCode} value={item.hegisCode} />
        <Fact label={label.cipCode} value={item.cipCode} />
        <Fact label={label.sortCode} value={item.sortCode} />
        <Fact label={label.complete} value={item.complete} />
        <Fact label={label.active} value={item.active}>
          <State active={item.active} ended={endedIn(end, quarter)} />
        </Fact>
      </Facts>
      <Remarks comments={item.comments} lastModified={item.lastModified} by={item.majorUciNetId} />
    </>
  );
}
