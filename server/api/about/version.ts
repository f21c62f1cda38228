import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { versionInfo } from '../../../contract/user.ts';
import { changeLogHead } from '../../db/changeLog.ts';
import type { Routes } from '../../http/routeScope.ts';
import { readLastTerm } from './lastTerm.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The versions of the running software, read once at startup, the head of the change log, and the last known term. */
export async function versionRoutes({ api, db, engine, config }: Routes): Promise<void> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const response = {
    applicationVersion: version,
    buildCommit: config.buildCommit ?? (await commitOf(ROOT)),
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
        ...response,
        changeLogHead: (await changeLogHead(db)) ?? '',
        lastTerm,
        ...(warning === null ? {} : { warning }),
      };
    },
  );
}

/** The commit of a checkout, even if it belongs to another user, or `unknown`. */
export async function commitOf(folder: string): Promise<string> {
  // Only this folder counts, not a checkout that contains it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const parameters = ['-c', `safe.directory=${folder}`, 'rev-parse', '--short', 'HEAD'];
  try {
    const { stdout } = await promisify(execFile)('git', parameters, { cwd: folder, env });
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
