import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { versionInfo } from '../contract/user.ts';
import { headOfLog } from './db/log.ts';
import type { Routes } from './http/routes.ts';
import { readLastTerm } from './lastTerm.ts';

const ROOT = join(import.meta.dirname, '..');

/** Versions of what is running, read once at startup, the head of the change log, and the last known term. */
export async function versionRoutes({ api, db, engine, config }: Routes): Promise<void> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const answer = {
    applicationVersion: version,
    buildCommit: config.buildCommit ?? (await readCommit()),
    buildTime: (await stat(join(ROOT, 'dist/web/index.html'))).mtime.toISOString(),
    node: process.version,
    databaseEngine: engine.name,
    databaseVersion: engine.version,
  };

  api.get(
    '/version',
    {
      config: { access: 'view:about' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: versionInfo },
        summary: 'The versions of the running application',
      },
    },
    async () => {
      const { lastTerm, warning } = await readLastTerm(db, new Date(), config.timeZone);
      return {
        ...answer,
        changeLogHead: (await headOfLog(db)) ?? '',
        lastTerm,
        ...(warning === null ? {} : { warning }),
      };
    },
  );
}

/** The commit of the checkout, or `unknown`. */
async function readCommit(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT });
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
