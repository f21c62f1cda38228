import type { Details } from '../../contract/details.ts';
import { RelatedList } from '../detail/RelatedList.tsx';
import { degrees, departments, majors } from '../detail/related.ts';
import { SchoolFacts } from '../detail/SchoolFacts.tsx';
import { schoolView } from '../items/school.tsx';
import { DetailScreen, type From } from './DetailScreen.tsx';

const lists = (detail: Details['school'], from: From) => (
  <>
    <RelatedList {...from} of={majors} rows={detail.majors} />
    <RelatedList {...from} of={degrees} rows={detail.degrees} />
    <RelatedList {...from} of={departments} rows={detail.departments} />
  </>
);

export default function SchoolDetailScreen() {
  return <DetailScreen view={schoolView} Facts={SchoolFacts} lists={lists} />;
}
