import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../../server/runtime/limits.ts';
import { expectThat } from '../../support/expectThat.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { type ServerProcess, start } from '../../support/serverProcess.ts';
import { signIn, type TestResponse, TestUser } from '../../support/testUser.ts';

interface World {
  product: ServerProcess;
  registrar: TestUser;
}

/** A request that timed out has no effect, neither before the response nor later. */
scenarioTest('A rejected change was not made, however late or busy the server is.', async (run) => {
  const product = await start(await run.newPlace());
  run.atEnd(() => product.kill());
  const registrar = await signIn(product, 'registrar');
  run.atEnd(() => registrar.close());
  return [await changesThatAreLate({ product, registrar })];
});

/** Freezes the server for longer than a request may take, while changes are at every stage of processing. */
async function changesThatAreLate({ product, registrar }: World): Promise<string> {
  const many = 40;
  const tally = { done: 0, refused: 0 };
  // Until a pause has met changes at work, which depends on how busy the machine is.
  for (let round = 0; round < 2 || (tally.refused === 0 && round < 20); round += 1) {
    const made = await Promise.all(Array.from({ length: many }, () => created(registrar)));
    // One connection each, so that all of them are sent at once.
    const waiting = new TestUser(product, registrar.cookies, many);
    const asked = made.map((key, at) =>
      at % 2 === 0
        ? waiting.delete(`/departments/${key}`)
        : waiting.put(`/departments/${key}?overrideWarnings=true`, { title7: 'LATE', title: 'Later' }),
    );
    await wait(5 + 10 * (round % 5));
    product.process.kill('SIGSTOP');
    await wait(limits.work + 500);
    product.process.kill('SIGCONT');
    const responses = await Promise.all(asked);
    waiting.close();
    // There is one writer at a time, so any pending change completes before this save.
    await created(registrar);
    for (const [at, response] of responses.entries()) {
      if (isRefused(response)) tally.refused += 1;
      else tally.done += 1;
      const seen = await registrar.get(`/departments/${made[at]}`);
      expectThat(
        isAsReported(response, seen),
        `The response was ${response.status}, but the item is ${seen.status} ${seen.text}`,
      );
    }
  }
  expectThat(tally.refused > 0, 'Nothing was rejected: the server paused at the wrong moment');
  return `${tally.refused} changes rejected as too late and ${tally.done} made, each as reported`;
}

function isAsReported(response: TestResponse, seen: TestResponse): boolean {
  if (response.status === 204) return seen.status === 404;
  const { department } = seen.json() as { department?: { version: number; title: string } };
  if (response.status === 200) return department?.version === 2 && department.title === 'Later';
  return isRefused(response) && department?.version === 1;
}

/** 503: too late. 408: the server had not read the request before it froze, so it arrived too slowly. */
const isRefused = ({ status }: TestResponse) => status === 503 || status === 408;

async function created(registrar: TestUser): Promise<number> {
  const form = { title7: 'REFUSE', title: 'Department of refusals' };
  const response = await registrar.post('/departments?overrideWarnings=true', form);
  expectThat(response.status === 201, `A creation returns ${response.status}: ${response.text}`);
  return (response.json() as { deptKey: number }).deptKey;
}
