import { exitCodes } from './exitCodes.mjs';

/** The server cannot start, or a command cannot do its work. The message is one sentence with the fix. */
export class StartupError extends Error {
  override name = 'StartupError';
  readonly exitCode: number = exitCodes.failed;
}

/** A setting is wrong, so it does not help to start again. */
export class SettingsError extends StartupError {
  override readonly exitCode = exitCodes.wrongSettings;
}

/** The arguments of a command are wrong. */
export class UsageError extends StartupError {
  override readonly exitCode = exitCodes.wrongUse;
}

/** The error of a server that cannot listen. It names the settings: `HOST` and `PORT`, or with a prefix. */
export function listenError(
  error: unknown,
  prefix: '' | 'METRICS_',
  { host, port }: { host: string; port: number },
): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new StartupError(
      `${prefix}PORT ${port} is in use: stop the process that uses it, or set ${prefix}PORT to a free port.`,
    );
  if (code === 'EACCES')
    return new SettingsError(
      `${prefix}PORT ${port} may not be used: set ${prefix}PORT to a port above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SettingsError(
      `${prefix}HOST ${host} is not an address of this machine: set ${prefix}HOST to one of its addresses, such as 127.0.0.1.`,
    );
  return error;
}
