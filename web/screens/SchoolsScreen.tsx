import { ItemList } from '../items/ItemList.tsx';
import { schoolView } from '../items/school.tsx';

export default function SchoolsScreen() {
  return <ItemList view={schoolView} />;
}
