import { InputBase, type InputBaseProps } from '@mantine/core';
import type { ChangeEventHandler } from 'react';

interface Props extends InputBaseProps {
  name?: string;
  value: string;
  onChange: ChangeEventHandler<HTMLTextAreaElement>;
  autoComplete: string;
}

/** A text area with three lines. Mantine's `Textarea` would add the code that makes it grow. */
export const LinesInput = (props: Props) => <InputBase {...props} component="textarea" multiline rows={3} />;
