import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkBackup } from '../../server/db/backup/backupFormat.ts';
import { hold, type Part } from './scenario.ts';
import { wholeFingerprintOf } from './support/fingerprint.ts';
import { type Place, start } from './support/server.ts';
import { signIn } from './support/testUser.ts';
import { until } from './support/until.ts';

/** The operator's commands, run while a server is in use. */
export const backup: Part = {
  name: 'backup',
  promise: 'A backup taken while the application is in use restores to exactly what was saved.',
  engines: ['postgresql', 'embedded'],
  async run({ short, random, newPlace, atEnd }) {
    const folder = mkdtempSync(join(tmpdir(), 'prove-backup-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const [place, other, third] = [await newPlace(), await newPlace(), await newPlace()];
    const product = await start(place);
    atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    atEnd(() => registrar.close());

    await save('before');
    const then = await wholeFingerprintOf(registrar, short);
    const file = join(folder, 'quiet');
    const { seconds, head } = await backupTo(file);
    await save('after');
    hold(
      (await wholeFingerprintOf(registrar, short)) !== then,
      'A save after the backup did not change the fingerprint',
    );
    const restoring = await command('restore', other, file);
    const { code: whole, told: verified } = await ran('verify', other, head);
    const isWhole = whole === 0 && verified.includes(`Everything up to ${head} is still there`);
    hold(isWhole, `The restored data does not verify against the head of the backup: ${verified}`);
    const { code: cut, told: unknown } = await ran('verify', other, `9${head}`);
    hold(cut === 1 && unknown.includes('is not in this log'), `An invented head verifies: ${unknown}`);
    hold((await seenIn(other, short)) === then, 'The restored data differs from the data at the backup');

    // Backs up during continuous saves: it must contain everything acknowledged before the command started.
    const busy = { on: true, saved: 0 };
    const saving = (async () => {
      while (busy.on) {
        await save(`busy ${busy.saved + 1}`);
        busy.saved += 1;
      }
    })();
    await until('five saves', () => busy.saved >= 5);
    const acknowledged = busy.saved;
    const second = join(folder, 'busy');
    await command('backup', place, second);
    busy.on = false;
    await saving;
    await command('restore', third, second);
    const kept = (await titlesIn(third)).filter((title) => title.startsWith('busy ')).length;
    hold(
      kept >= acknowledged && kept <= busy.saved,
      `${kept} saves were restored, not ${acknowledged} to ${busy.saved}`,
    );
    // Several at once share no file, and leave none in the data folder.
    const atOnce = ['one', 'two', 'three'].map((name) => join(folder, `at once ${name}`));
    await Promise.all(atOnce.map((each) => command('backup', place, each)));
    await Promise.all(atOnce.map((each) => checkBackup(each)));
    if ('DATA_DIR' in place) {
      const left = readdirSync(place.DATA_DIR).filter((name) => name.startsWith('backup'));
      hold(left.length === 0, `Backups have left ${left.join(', ')} in the data folder`);
    }
    const kills = short ? 1 : 5;
    for (let round = 0; round < kills; round += 1) {
      const third = join(folder, `killed ${round}`);
      await kill('backup', place, third, random.below(seconds * 1000));
      // There is a whole file under the name, or none, and nothing is in the way of the next.
      const { code, told } = await ran('backup', place, third);
      hold(code === 0 || /already/.test(told), `A backup after a killed one exits with ${code}: ${told}`);
      await checkBackup(third);
    }
    const brief = await seenIn(other, true);
    for (let round = 0; round < kills; round += 1) {
      const killed = await newPlace();
      await kill('restore', killed, file, random.below(restoring * 1000));
      // The restore is either complete or has left nothing behind.
      const { code, told } = await ran('restore', killed, file);
      hold(code === 0 || /already/.test(told), `A restore after a killed one exits with ${code}: ${told}`);
      hold((await seenIn(killed, true)) === brief, 'A killed restore left partial data');
    }
    await refused('restore', other, file, /already/);
    await refused('backup', place, file, /already/);
    return [
      `${seconds.toFixed(1)} s for ${Math.round(statSync(file).size / 1024)} KB, the same fingerprint of all lists, details and the report`,
      `verified against the head that the backup printed; another during ${busy.saved} saves, complete`,
      '3 at once, each whole',
      `${kills} × killed while backing up, ${kills} × while restoring, no partial file or data`,
    ];

    async function backupTo(to: string): Promise<{ seconds: number; head: string }> {
      const since = performance.now();
      const { code, told } = await ran('backup', place, to);
      const [, newest = ''] = /head of its change log is (\S+):/.exec(told) ?? [];
      hold(code === 0 && newest !== '', `npm run backup exits with ${code}: ${told}`);
      return { seconds: (performance.now() - since) / 1000, head: newest };
    }

    async function save(title: string): Promise<void> {
      const response = await registrar.post('/departments?overrideWarnings=true', {
        title7: 'BACKUP',
        title,
      });
      hold(response.status === 201, `A save during a backup returns ${response.status}: ${response.text}`);
    }
  },
};

/** Runs a command as an operator does, and returns how long it took, in seconds. */
async function command(name: string, place: Place, file: string): Promise<number> {
  const since = performance.now();
  const { code, told } = await ran(name, place, file);
  hold(code === 0, `npm run ${name} exits with ${code}: ${told}`);
  return (performance.now() - since) / 1000;
}

async function refused(name: string, place: Place, file: string, why: RegExp): Promise<void> {
  const { code, told } = await ran(name, place, file);
  hold(code === 1 && why.test(told), `npm run ${name} over existing data exits with ${code}: ${told}`);
}

async function ran(name: string, place: Place, argument: string): Promise<{ code: number; told: string }> {
  const child = begin(name, place, argument);
  let told = '';
  child.stdout.on('data', (part) => (told += part));
  child.stderr.on('data', (part) => (told += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, told };
}

/** Begins a command, and kills it and its child processes after this many ms. */
async function kill(name: string, place: Place, file: string, after: number): Promise<void> {
  const child = begin(name, place, file);
  const closed = once(child, 'close');
  await wait(after);
  if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await closed;
}

/** Starts a command in its own process group. */
function begin(name: string, place: Place, argument: string): ChildProcessWithoutNullStreams {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [`server/cli/${name}.ts`, argument], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...place },
    detached: true,
  });
}

async function seenIn(place: Place, short: boolean): Promise<string> {
  const product = await start(place);
  const registrar = await signIn(product, 'registrar');
  const seen = await wholeFingerprintOf(registrar, short);
  registrar.close();
  await product.stop();
  return seen;
}

async function titlesIn(place: Place): Promise<string[]> {
  const product = await start(place);
  const registrar = await signIn(product, 'registrar');
  const departments = (await registrar.get('/departments')).json() as { title: string }[];
  registrar.close();
  await product.stop();
  return departments.map(({ title }) => title);
}
