import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Detail } from '../../../contract/details.ts';
import type { ItemKind } from '../../../contract/kinds.ts';
import { ItemNotFound } from '../../catalog/items/ItemNotFound.tsx';
import { type ItemView, itemOf, keyOf } from '../../catalog/items/itemView.ts';
import { CopiedCode } from '../../catalog/kinds/CodeUses.tsx';
import { Fieldset } from '../../catalog/relationships/Fieldset.tsx';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { itemPath, listPath } from '../../lib/paths.ts';
import { detailQuery, majorsQuery, queryClient } from '../../lib/queries.ts';
import { useAsOf, withAsOf } from '../../terms/asOf.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { PartFields } from '../../ui/form/fields.tsx';
import { SaveForm } from '../../ui/form/SaveForm.tsx';
import { useIsLoading } from '../../ui/LoadError.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { relationshipsOfItem } from '../itemRelationships.ts';
import { CopyRelationships } from './CopyRelationships.tsx';
import { copyDefaults, copyFormOf, copyStart } from './copyForm.ts';
import { copyRows } from './copyProposal.ts';
import { type Copied, useCopy } from './useCopy.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
}

/** Copies an item, with the chosen relationships. */
export function CopyScreen<K extends ItemKind>({ view }: Props<K>) {
  const { key = '' } = useParams();
  const reading = useQuery(detailQuery(view.kind, key));
  const { data, error } = reading;
  // The form lists the majors that use its code.
  const areMajorsLoading = useIsLoading(useQuery(majorsQuery));
  if (error || !data)
    return <ItemNotFound heading={`Copy ${view.title}`} kind={view.kind} reading={reading} />;
  if (areMajorsLoading) return null;
  return <Copy key={key} view={view} detail={data} />;
}

function Copy<K extends ItemKind>({ view, detail }: Props<K> & { detail: Detail<K> }) {
  const { kind, CreateFields } = view;
  const item = itemOf(detail, kind);
  const name = view.nameOf(item);
  const { asOf } = useAsOf();
  const here = withAsOf(itemPath(kind, keyOf(view, item)), asOf);
  const heading = `Copy ${name}`;
  const navigate = useNavigate();
  const showChangeToast = useChangeToast();
  const copy = useCopy(kind);
  const relationships = useMemo(() => relationshipsOfItem(kind, detail), [kind, detail]);
  const form = useMemo(() => copyFormOf(view), [view]);
  return (
    <Screen heading={heading} back={{ to: here, text: `Back to ${name}` }}>
      <SaveForm
        form={form}
        start={copyStart(view, detail, runningTerm)}
        derivedDefaults={copyDefaults(kind, runningTerm)}
        draftName={`copy/${kind}/${keyOf(view, item)}`}
        save={(body, how) => copy(copyRows(kind, relationships, body), heading, how)}
        onSaved={({ requestId }) => {
          void queryClient.invalidateQueries();
          showChangeToast(`The ${kind} has been successfully added`, requestId);
        }}
        onLeave={(copied) => void navigate(copied ? pathOfNew(kind, copied) : here)}
      >
        <Card>
          <Fieldset legend={view.title}>
            <PartFields name="item">
              <CopiedCode value={'majorCode' in item ? item.majorCode : ''}>
                <CreateFields />
              </CopiedCode>
            </PartFields>
          </Fieldset>
        </Card>
        {relationships.length > 0 && (
          <Card>
            <Fieldset legend="Relationships to copy">
              <CopyRelationships relationships={relationships} />
            </Fieldset>
          </Card>
        )}
      </SaveForm>
    </Screen>
  );
}

const pathOfNew = (kind: ItemKind, { key }: Copied) =>
  key === undefined ? listPath(kind) : itemPath(kind, key);
