import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Detail } from '../../contract/details.ts';
import type { ItemKind } from '../../contract/items.ts';
import { useAsOf, withAsOf } from '../asOf/asOf.ts';
import { copyRows } from '../copy/copy.ts';
import { copyFollows, copyFormOf, copyStart } from '../copy/copyForm.ts';
import { TieFields } from '../copy/TieFields.tsx';
import { type Copied, useCopy } from '../copy/useCopy.ts';
import { PartFields } from '../form/fields.tsx';
import { SaveForm } from '../form/SaveForm.tsx';
import { useChangeToast } from '../history/useChangeToast.ts';
import { ItemNotFound } from '../items/ItemNotFound.tsx';
import { type ItemView, itemOf, keyOf } from '../items/items.ts';
import { CopiedCode } from '../kinds/CodeLives.tsx';
import { Card } from '../layout/Card.tsx';
import { Screen } from '../layout/Screen.tsx';
import { itemPath, listPath } from '../paths.ts';
import { tiesOf } from '../proposal/tie.ts';
import { detailQuery, queryClient } from '../queries.ts';
import { Part } from '../relationship/Part.tsx';
import { runningTerm } from '../runningTerm.ts';

interface Props<K extends ItemKind> {
  view: ItemView<K>;
}

/** Makes a copy of an item, with the relationships that are taken along. */
export function CopyScreen<K extends ItemKind>({ view }: Props<K>) {
  const { key = '' } = useParams();
  const reading = useQuery(detailQuery(view.kind, key));
  const { data, error } = reading;
  if (error || !data)
    return <ItemNotFound heading={`Copy ${view.title}`} kind={view.kind} reading={reading} />;
  return <Copy key={key} view={view} detail={data} />;
}

function Copy<K extends ItemKind>({ view, detail }: Props<K> & { detail: Detail<K> }) {
  const { kind, CreateFields } = view;
  const item = itemOf(detail, kind);
  const name = view.nameOf(item);
  const { term } = useAsOf();
  const here = withAsOf(itemPath(kind, keyOf(view, item)), term);
  const heading = `Copy ${name}`;
  const navigate = useNavigate();
  const tell = useChangeToast();
  const copy = useCopy(kind);
  const ties = useMemo(() => tiesOf(kind, detail), [kind, detail]);
  const form = useMemo(() => copyFormOf(view), [view]);
  return (
    <Screen heading={heading} back={{ to: here, text: `Back to ${name}` }}>
      <SaveForm
        form={form}
        start={copyStart(view, detail, runningTerm)}
        follows={copyFollows(kind, runningTerm)}
        draftName={`copy/${kind}/${keyOf(view, item)}`}
        save={(body, how) => copy(copyRows(kind, ties, body), heading, how)}
        onSaved={({ requestId }) => {
          void queryClient.invalidateQueries();
          tell(`The ${kind} has been successfully added`, requestId);
        }}
        onLeave={(made) => void navigate(made ? pathOfNew(kind, made) : here)}
      >
        <Card>
          <Part legend={view.title}>
            <PartFields name="item">
              <CopiedCode value={'majorCode' in item ? item.majorCode : ''}>
                <CreateFields />
              </CopiedCode>
            </PartFields>
          </Part>
        </Card>
        {ties.length > 0 && (
          <Card>
            <Part legend="Relationships to take along">
              <TieFields ties={ties} />
            </Part>
          </Card>
        )}
      </SaveForm>
    </Screen>
  );
}

const pathOfNew = (kind: ItemKind, { key }: Copied) =>
  key === undefined ? listPath(kind) : itemPath(kind, key);
