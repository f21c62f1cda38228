import { degreeView } from '../items/degree.tsx';
import { ItemList } from '../items/ItemList.tsx';

export default function DegreesScreen() {
  return <ItemList view={degreeView} />;
}
