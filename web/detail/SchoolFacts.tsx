import { type School, schoolForm } from '../../contract/school.ts';
import { endedInYear } from '../items/ended.ts';
import { State } from '../items/State.tsx';
import { Fact, Facts } from './Facts.tsx';
import { labelsOf } from './labels.ts';
import { Remarks } from './Remarks.tsx';

const label = labelsOf(schoolForm);

export function SchoolFacts({ item }: { item: School }) {
  const { yearEnd } = item;
  return (
    <>
      <Facts>
        <Fact label={label.schoolCode} value={item.schoolCode} />
        <Fact label={label.title} value={item.title} />
        <Fact label={label.title8} value={item.title8} />
        <Fact label={label.yearStart} value={item.yearStart} />
        <Fact label={label.yearEnd} value={yearEnd} />
        <Fact label={label.sortCode} value={item.sortCode} />
        <Fact label={label.active} value={item.active}>
          <State active={item.active} ended={endedInYear(yearEnd)} />
        </Fact>
      </Facts>
      <Remarks comments={item.comments} lastModified={item.lastModified} by={item.schoolUciNetId} />
    </>
  );
}
