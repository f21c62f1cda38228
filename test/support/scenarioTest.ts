import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, test } from 'vitest';
import { addressOf, createFrom, drop } from './cluster.ts';
import { type Random, randomFrom } from './random.ts';
import type { Place } from './serverProcess.ts';

/** The arguments of a scenario. */
export interface Scenario {
  /** Equal in each run. */
  random: Random;
  /** Creates an empty database for this run, as before a first start. */
  newPlace(): Promise<Place>;
  /** Registers a cleanup that runs when the scenario ends, even if it fails. The last one runs first. */
  atEnd(undo: () => Promise<void> | void): void;
}

let made = 0;

/**
 * A test that starts its own server processes, on the engine of the Vitest project. `run` throws if the rule does not hold.
 * It returns figures, which the verbose reporter shows.
 */
export function scenarioTest(title: string, run: (scenario: Scenario) => Promise<readonly string[]>): void {
  test(title, { timeout: 900_000 }, async ({ annotate, onTestFinished }) => {
    const cleanups: (() => Promise<void> | void)[] = [];
    // A failed cleanup must not prevent the others.
    onTestFinished(async () => {
      for (const cleanup of cleanups) await Promise.resolve().then(cleanup).catch(console.error);
    }, 60_000);
    const atEnd: Scenario['atEnd'] = (undo) => void cleanups.unshift(undo);
    const figures = await run({
      random: randomFrom(1),
      atEnd,
      async newPlace() {
        const templates = inject('templates');
        if (templates.engine === 'embedded') {
          const folder = mkdtempSync(join(tmpdir(), 'scenario-'));
          atEnd(() => rmSync(folder, { recursive: true, force: true }));
          return { DATA_DIR: folder };
        }
        made += 1;
        const name = `scenario_${process.pid}_${process.env.VITEST_WORKER_ID}_${made}`;
        await createFrom(templates.cluster, 'template0', name);
        atEnd(() => drop(templates.cluster, [name]));
        return { DATABASE_URL: addressOf(templates.cluster, name) };
      },
    });
    for (const figure of figures) await annotate(figure);
  });
}
