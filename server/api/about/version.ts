import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { versionInfo } from '../../../contract/user.ts';
import { changeLogHead } from '../../db/changeLog.ts';
import type { Routes } from '../../http/routeScope.ts';
import { ROOT, readBuild } from '../../runtime/build.ts';
import { readLastTerm } from './lastTerm.ts';

/** The versions of the running software, read once at startup, the head of the change log, and the last known term. */
export async function versionRoutes({ api, db, engine, config }: Routes): Promise<void> {
  const { version, commit } = await readBuild(config);
  const response = {
    applicationVersion: version,
    buildCommit: commit,
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
