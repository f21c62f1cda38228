import { ItemList } from '../items/ItemList.tsx';
import { majorView } from '../items/major.tsx';

export default function MajorsScreen() {
  return <ItemList view={majorView} />;
}
