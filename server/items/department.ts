import { department } from '../../contract/department.ts';
import { detailOf } from '../../contract/details.ts';
import { key } from '../../contract/fields.ts';
import { type ItemCalls, readNumber } from './item.ts';

export const departmentCalls: ItemCalls = {
  kind: 'department',
  answer: department,
  detail: detailOf('department'),
  created: department,
  createdJson: ([item = '']) => item,
  listAccess: 'manage:data',
  readKey: readNumber,
  keyField: key('Department Key'),
};
