import { detailOf } from '../../contract/details.ts';
import { key } from '../../contract/fields.ts';
import { major } from '../../contract/major.ts';
import { type ItemCalls, readNumber } from './item.ts';

export const majorCalls: ItemCalls = {
  kind: 'major',
  answer: major,
  detail: detailOf('major'),
  created: major,
  createdJson: ([item = '']) => item,
  listAccess: 'signed-in',
  readKey: readNumber,
  keyField: key('Major Key'),
};
