import { backup } from './backup.ts';
import { crashes } from './crashes.ts';
import { failover } from './failover.ts';
import { forged } from './forged.ts';
import { installation } from './installation.ts';
import { instances } from './instances.ts';
import { known } from './known.ts';
import { largeApply } from './largeApply.ts';
import { largeUndo } from './largeUndo.ts';
import { leaks } from './leaks.ts';
import { overload } from './overload.ts';
import { permissions } from './permissions.ts';
import { races } from './races.ts';
import { recovery } from './recovery.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { rolling } from './rolling.ts';
import type { Part } from './scenario.ts';
import { sequences } from './sequences.ts';
import { sessions } from './sessions.ts';
import { signInAttacks } from './signIn.ts';
import { undoing } from './undo.ts';

/** Those of which `npm test` runs a sample. */
export const sampled: readonly Part[] = [
  overload,
  requests,
  sequences,
  permissions,
  forged,
  signInAttacks,
  leaks,
  races,
  refusals,
  sessions,
  crashes,
  failover,
  instances,
  recovery,
  undoing,
  rolling,
  installation,
];

/** Those of which API tests show as much as a sample would, in `test/api`. */
const others: readonly Part[] = [backup, known, largeUndo, largeApply];

/** All parts in their order. Those that measure times come first, so that both engines run them at the same time. */
export const parts: readonly Part[] = [...sampled, ...others];
