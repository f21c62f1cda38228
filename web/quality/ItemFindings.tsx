import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type ItemFindings as Found, severities } from '../../contract/quality.ts';
import { isSubject, type Named } from '../history/describeChange.ts';
import { counted } from '../lib/counted.ts';
import { rulePath } from '../lib/paths.ts';
import { qualityQuery } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { useAsOf, withAsOf } from '../terms/asOf.ts';
import chip from '../ui/buttons/chip.module.css';
import { Card } from '../ui/Card.tsx';
import { isOpenFinding } from './FindingTable.tsx';
import { FoundItems } from './FoundItems.tsx';
import classes from './quality.module.css';
import { itemFindingsQuery } from './qualityQueries.ts';
import { SeverityMark } from './SeverityMark.tsx';
import { readFindings } from './waiverChanges.ts';

/**
 * What the rules of data quality find about an item and its relationships: a button beside its name, and the list that it
 * opens. Nothing if they find nothing. It loads after the item, which does not wait for it; when `detail`, the item with its
 * relationships, has changed, it loads again.
 */
export function useItemFindings(of: Named, detail: object | undefined) {
  const { term } = useAsOf();
  const { data } = useQuery({ ...itemFindingsQuery(of, term), enabled: detail !== undefined });
  const [isOpen, setOpen] = useState(false);
  const known = useRef(detail);
  useEffect(() => {
    const isChanged = known.current !== undefined && known.current !== detail;
    known.current = detail;
    if (isChanged) void readFindings();
  }, [detail]);
  if (!data || data.length === 0) return { findingsButton: null, findingsList: null };
  return {
    findingsButton: <FindingsButton findings={data} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />,
    findingsList: isOpen && <FindingList of={of} findings={data} />,
  };
}

interface LineProps {
  of: Named;
  detail: object;
}

/** The same for a form: the button in a line of its own, and the list below. */
export function FindingsLine({ of, detail }: LineProps) {
  const { findingsButton, findingsList } = useItemFindings(of, detail);
  return (
    <>
      {findingsButton}
      {findingsList}
    </>
  );
}

type Findings = Found['findings'];

/** The ID of the list. A page has one. */
const ID = 'findings';

interface ButtonProps {
  findings: Findings;
  isOpen: boolean;
  onClick: () => void;
}

/** '2 findings', with the highest severity. Waived ones are only mentioned. */
function FindingsButton({ findings, isOpen, onClick }: ButtonProps) {
  const open = findings.filter(isOpenFinding);
  const worst = severities.find((severity) => open.some((one) => one.severity === severity));
  const waived = findings.length - open.length;
  return (
    <button
      type="button"
      className={`${chip.chip} ${classes.button}`}
      aria-expanded={isOpen}
      aria-controls={ID}
      onClick={onClick}
    >
      {worst && <SeverityMark severity={worst} isShort />}
      {open.length > 0 && <b>{counted(open.length, 'finding')}</b>}
      {waived > 0 && <small>{`${waived} waived`}</small>}
      <IconChevronDown size={16} aria-hidden />
    </button>
  );
}

interface ListProps {
  of: Named;
  findings: Findings;
}

/** The label of the item in a finding, or of its relationship that was found. */
const labelIn = ({ items }: Findings[number], of: Named) =>
  (items.find((item) => isSubject(item, of)) ?? items[0])?.label;

/** The findings. Each title leads to the rule, filtered to what was found. */
function FindingList({ of, findings }: ListProps) {
  const { user } = useSession();
  const { term, asOf } = useAsOf();
  const { data } = useQuery(qualityQuery(user, term));
  const titleOf = (rule: string) => data?.rules.find((one) => one.id === rule)?.title ?? rule;
  return (
    <Card>
      <section id={ID} aria-label="Findings">
        <ul className={classes.rules}>
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.fingerprint}`}>
              <SeverityMark severity={finding.severity} />
              <div className={classes.rule}>
                <h2>
                  <Link to={withAsOf(rulePath(finding.rule, labelIn(finding, of)), asOf)}>
                    {titleOf(finding.rule)}
                  </Link>
                </h2>
                <FoundItems finding={finding} withKind of={of} />
                {finding.waiver && (
                  <small>
                    Waived: <span>{finding.waiver.note}</span>
                  </small>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
