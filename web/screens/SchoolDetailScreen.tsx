import { SchoolFacts } from '../detail/SchoolFacts.tsx';
import { schoolView } from '../items/school.tsx';
import { DetailScreen } from './DetailScreen.tsx';

export default function SchoolDetailScreen() {
  return <DetailScreen view={schoolView} Facts={SchoolFacts} />;
}
