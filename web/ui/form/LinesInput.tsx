import { InputBase, type InputBaseProps } from '@mantine/core';
import type { ChangeEventHandler } from 'react';

interface Props extends InputBaseProps {
  name?: string;
  value: string;
  onChange: ChangeEventHandler<HTMLTextAreaElement>;
  autoComplete: string;
}

/** A box for three lines of text. Mantine's `Textarea` would bring the code that makes one grow. */
export const LinesInput = (props: Props) => <InputBase {...props} component="textarea" multiline rows={3} />;
