import { department } from '../../../contract/department.ts';
import { detailOf } from '../../../contract/details.ts';
import { key } from '../../../contract/fields.ts';
import { type ItemEndpoints, readNumber } from './itemEndpoints.ts';

export const departmentEndpoints: ItemEndpoints = {
  kind: 'department',
  response: department,
  detail: detailOf('department'),
  created: department,
  createdJson: ([item = '']) => item,
  listAccess: 'manage:data',
  readKey: readNumber,
  keyField: key('Department Key'),
};
