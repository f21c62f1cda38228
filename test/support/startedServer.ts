import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ownEnvironment } from './ownEnvironment.ts';

/** The output of a server process, and its end: by itself, or stopped after it reported that it was running. */
export interface Printed {
  code: number | null;
  output: string;
  errors: string;
}

/** Starts the server in its own process with only these settings. Stops it when it reports that it is running. */
export async function startedServer(settings: NodeJS.ProcessEnv): Promise<Printed> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...ownEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  server.stdout.on('data', (part: Buffer) => {
    if (part.includes('is running at')) server.kill('SIGINT');
  });
  const [output, errors] = await Promise.all([text(server.stdout), text(server.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, output, errors };
}
