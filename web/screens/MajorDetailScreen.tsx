import { MajorFacts } from '../detail/MajorFacts.tsx';
import { majorView } from '../items/major.tsx';
import { DetailScreen } from './DetailScreen.tsx';

export default function MajorDetailScreen() {
  return <DetailScreen view={majorView} Facts={MajorFacts} />;
}
