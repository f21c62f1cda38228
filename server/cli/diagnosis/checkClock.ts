import { CLOCK_TOLERANCE } from '../../auth/provider.ts';
import { type Finding, notChecked, ok, wrong } from './finding.ts';

/** Compares a clock, in milliseconds since 1970, with that of this machine. */
export function checkClock(server: string, clock: number): Finding {
  if (Number.isNaN(clock)) return notChecked(`The clock of ${server}, because it did not send its time.`);
  const ahead = (clock - Date.now()) / 1000;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE)
    return ok(`The clock of ${server} agrees with that of this machine.`);
  const minutes = Math.round(Math.abs(ahead) / 60);
  return wrong(
    `The clock of ${server} is ${minutes} minutes ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine, and only ${CLOCK_TOLERANCE / 60} are tolerated: use NTP on both.`,
  );
}
