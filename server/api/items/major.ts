import { key } from '../../../contract/fields.ts';
import { major } from '../../../contract/major.ts';
import { type ItemEndpoints, readNumber } from './itemEndpoints.ts';

export const majorEndpoints: ItemEndpoints = {
  kind: 'major',
  created: major,
  createdJson: ([item = '']) => item,
  listAccess: 'signed-in',
  readKey: readNumber,
  keyField: key('Major Key'),
};
