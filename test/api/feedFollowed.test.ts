import { followEverything } from '../support/feedScenario.ts';
import { scenarioTest } from '../support/scenarioTest.ts';

scenarioTest(
  'A copy that follows the feed stays equal through random changes, imports, undos, reused codes, a killed server and a restore.',
  (run) => followEverything(run, { changes: 300, imports: [1_000] }),
);
