import { writeSync } from 'node:fs';
import { change } from '../../server/db/changeTransaction.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { loadSample } from '../../server/db/sampleData.ts';

// A program that starts like the server and then writes the requested number of degrees, each with a relationship to a
// school. It prints each saved degree. Tests kill it.
const [directory = '', from = '0', until = 'Infinity'] = process.argv.slice(2);
const actor = { uciNetId: 'registrar', actingAs: null, requestId: 'writer' };
const nothing = {
  degreeTitleAbbr: null,
  degreeStartTermYyyyst: null,
  degreeEndTermYyyyst: null,
  degreeComments: null,
  programCredLevel: null,
};

const { db, close } = await connect({ kind: 'embedded', directory });
await migrate(db);
await loadSample(db);
say('started');
for (let at = Number(from); at < Number(until); at += 1) {
  await change(db, actor, async (trx) => {
    const { degreeKey } = await trx
      .insertInto('degree')
      .values({
        ...nothing,
        degreeAwarded: 'BA',
        degreeTitleRc: `Written ${at}`,
        degreeActive: true,
        degreeComplete: false,
      })
      .returning('degreeKey')
      .executeTakeFirstOrThrow();
    const span = { startTerm: '202592', endTerm: null, active: true };
    await trx
      .insertInto('schoolDegree')
      .values({ schoolCode: '52', degreeKey, ...span })
      .execute();
  });
  say(String(at));
}
await close();

/** Synchronous: the line is written when this returns. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
