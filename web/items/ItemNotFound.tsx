import { useEffect } from 'react';
import type { ItemKind } from '../../contract/items.ts';
import { errorsOf } from '../api.ts';
import { Card } from '../layout/Card.tsx';
import { Screen } from '../layout/Screen.tsx';
import { showErrors } from '../popups/popups.ts';
import { isMissing } from './items.ts';

interface Props {
  heading: string;
  kind: ItemKind;
  error: Error;
}

/** Says that the item does not exist (spec 2). Other failures are also shown in the error popup. */
export function ItemNotFound({ heading, kind, error }: Props) {
  useEffect(() => {
    if (!isMissing(kind, error)) showErrors(errorsOf(error));
  }, [kind, error]);
  return <Message heading={heading} text={`No ${kind} found!`} />;
}

/** A screen that shows only a message. */
export function Message({ heading, text }: { heading: string; text: string }) {
  return (
    <Screen heading={heading}>
      <Card>
        <p role="alert">{text}</p>
      </Card>
    </Screen>
  );
}
