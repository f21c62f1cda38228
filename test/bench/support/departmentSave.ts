import type { TestUser } from '../../support/testUser.ts';

/** The path of a save of the first department. */
export const SAVE = '/departments/1?overrideWarnings=true';

/** The body of a save of the first department that changes nothing. */
export async function departmentForm(registrar: TestUser): Promise<Record<string, unknown>> {
  const { department } = (await registrar.get('/departments/1')).json() as {
    department: Record<string, unknown>;
  };
  const { deptKey: _key, version: _version, lastModified: _when, deptUciNetId: _who, ...form } = department;
  return form;
}
