import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ItemKind } from '../../../contract/kinds.ts';
import { errorsOf } from '../../lib/api.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError, useHasLoadError } from '../../ui/LoadError.tsx';
import { showErrors } from '../../ui/popups/popupStore.ts';
import { Screen } from '../../ui/Screen.tsx';
import { isMissing } from './itemView.ts';

interface Props {
  heading: string;
  kind: ItemKind;
  reading: UseQueryResult;
  /** Shown below the message that the item does not exist. */
  children?: ReactNode;
}

/**
 * Shown instead of an item: the message that it does not exist (spec 2), or that it could not be read, which the error popup
 * shows too. Renders nothing while the item loads.
 */
export function ItemNotFound({ heading, kind, reading, children }: Props) {
  const { error } = reading;
  const hasLoadError = useHasLoadError(reading);
  const isGone = error !== null && isMissing(kind, error);
  useEffect(() => {
    if (error && !isGone) showErrors(errorsOf(error));
  }, [error, isGone]);
  if (isGone)
    return (
      <Message heading={heading} text={`No ${kind} found!`}>
        {children}
      </Message>
    );
  if (!hasLoadError) return null;
  return (
    <Screen heading={heading}>
      <Card>
        <LoadError what={`The ${kind}`} reading={reading} />
      </Card>
    </Screen>
  );
}

interface MessageProps {
  heading: string;
  text: string;
  children?: ReactNode;
}

/** A screen that shows a message, with further content below it. */
export function Message({ heading, text, children }: MessageProps) {
  return (
    <Screen heading={heading}>
      <Card>
        <p role="alert">{text}</p>
      </Card>
      {children}
    </Screen>
  );
}
