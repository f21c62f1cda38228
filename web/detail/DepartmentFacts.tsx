import { type Department, departmentForm } from '../../contract/department.ts';
import { endedIn } from '../items/ended.ts';
import { State } from '../items/State.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { Fact, Facts } from './Facts.tsx';
import { labelsOf } from './labels.ts';
import { Remarks } from './Remarks.tsx';

const label = labelsOf(departmentForm);

export function DepartmentFacts({ item }: { item: Department }) {
  const quarter = useQuarter();
  const { endTerm } = item;
  return (
    <>
      <Facts>
        <Fact label={label.title7} value={item.title7} />
        <Fact label={label.title} value={item.title} />
        <Fact label={label.active} value={item.active}>
          <State active={item.active} ended={endedIn(endTerm, quarter)} />
        </Fact>
        <Fact label={label.startTerm} value={quarter(item.startTerm)} />
        <Fact label={label.endTerm} value={quarter(endTerm)} />
      </Facts>
      <Remarks comments={item.comments} lastModified={item.lastModified} by={item.deptUciNetId} />
    </>
  );
}
