import { itemPath } from '../lib/paths.ts';
import { isPermitted, useSession } from '../lib/session.ts';
import { AsOfLink } from '../terms/AsOfLink.tsx';
import { ChangeMark } from './ChangeMark.tsx';
import type { ComparedProgram } from './compareGroups.ts';
import classes from './programs.module.css';
import { markText, programText } from './programTexts.ts';

/**
 * The programs of a group with the change of each. Users who may open the page of a major have a link to it.
 */
export function ProgramList({ programs }: { programs: readonly ComparedProgram[] }) {
  const { user } = useSession();
  const mayOpen = isPermitted(user, 'manage:data');
  return (
    <ul className={classes.programs}>
      {programs.map((program) => (
        <li key={`${program.majorKey}/${program.degreeKey}`}>
          {mayOpen ? (
            <AsOfLink to={itemPath('major', program.majorKey)}>{program.label}</AsOfLink>
          ) : (
            <span>{program.label}</span>
          )}
          <ChangeMark change={program.change} text={markText(program)} />
          <small>{programText(program)}</small>
        </li>
      ))}
    </ul>
  );
}
