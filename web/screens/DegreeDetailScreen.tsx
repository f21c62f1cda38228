import { DegreeFacts } from '../detail/DegreeFacts.tsx';
import { degreeView } from '../items/degree.tsx';
import { DetailScreen } from './DetailScreen.tsx';

export default function DegreeDetailScreen() {
  return <DetailScreen view={degreeView} Facts={DegreeFacts} />;
}
