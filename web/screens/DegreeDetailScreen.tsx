import type { Details } from '../../contract/details.ts';
import { DegreeFacts } from '../detail/DegreeFacts.tsx';
import { RelatedList } from '../detail/RelatedList.tsx';
import { departments, majors, programColumns, schools } from '../detail/related.ts';
import { degreeView } from '../items/degree.tsx';
import { DetailScreen, type From } from './DetailScreen.tsx';

const lists = (detail: Details['degree'], from: From) => (
  <>
    <RelatedList {...from} of={majors} rows={detail.majors} more={programColumns} />
    <RelatedList {...from} of={schools} rows={detail.schools} />
    <RelatedList {...from} of={departments} rows={detail.departments} />
  </>
);

export default function DegreeDetailScreen() {
  return <DetailScreen view={degreeView} Facts={DegreeFacts} lists={lists} />;
}
