import type { Details } from '../../contract/details.ts';
import { MajorFacts } from '../detail/MajorFacts.tsx';
import { RelatedList } from '../detail/RelatedList.tsx';
import { degrees, departments, programColumns, schools } from '../detail/related.ts';
import { majorView } from '../items/major.tsx';
import { DetailScreen, type From } from './DetailScreen.tsx';

const lists = (detail: Details['major'], from: From) => (
  <>
    <RelatedList {...from} of={degrees} rows={detail.degrees} more={programColumns} />
    <RelatedList {...from} of={schools} rows={detail.schools} />
    <RelatedList {...from} of={departments} rows={detail.departments} />
  </>
);

export default function MajorDetailScreen() {
  return <DetailScreen view={majorView} Facts={MajorFacts} lists={lists} />;
}
