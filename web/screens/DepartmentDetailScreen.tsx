import type { Details } from '../../contract/details.ts';
import { DepartmentFacts } from '../detail/DepartmentFacts.tsx';
import { RelatedList } from '../detail/RelatedList.tsx';
import { degrees, majors, schools } from '../detail/related.ts';
import { departmentView } from '../items/department.tsx';
import { DetailScreen, type From } from './DetailScreen.tsx';

const lists = (detail: Details['department'], from: From) => (
  <>
    <RelatedList {...from} of={majors} rows={detail.majors} />
    <RelatedList {...from} of={degrees} rows={detail.degrees} />
    <RelatedList {...from} of={schools} rows={detail.schools} />
  </>
);

export default function DepartmentDetailScreen() {
  return <DetailScreen view={departmentView} Facts={DepartmentFacts} lists={lists} />;
}
