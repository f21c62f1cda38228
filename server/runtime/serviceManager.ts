import { execFile } from 'node:child_process';
import { levels, printLine } from './journal.ts';

/**
 * Reports a state to systemd, which `systemctl status` shows, and with `isReady` that the server is ready. Does nothing if
 * systemd does not start the server as `Type=notify`. Node cannot send to its socket, so a program of systemd does.
 */
export function notifyServiceManager(status: string, { isReady = false } = {}): void {
  if (!process.env.NOTIFY_SOCKET) return;
  execFile('systemd-notify', [...(isReady ? ['--ready'] : []), `--status=${status}`], (error) => {
    if (error) printLine('stderr', levels.error, `systemd-notify failed: ${error.message.trim()}`);
  });
}
