import type { ChangeSets, ChangeSetWithEntries } from '../../contract/history.ts';
import { expectThat } from './expectThat.ts';
import type { TestResponse, TestUser } from './testUser.ts';

/** The change set of a save. */
export async function setOf(user: TestUser, { headers }: TestResponse): Promise<ChangeSetWithEntries> {
  const requestId = String(headers['x-request-id']);
  const { changeSets } = (await user.get(`/changes?requestId=${requestId}`)).json() as ChangeSets;
  const [set] = changeSets;
  expectThat(set && changeSets.length === 1, `The request ${requestId} has ${changeSets.length} change sets`);
  return set;
}
