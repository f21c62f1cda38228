import type { ElementType } from 'react';
import { jsxDEV as element, type JSXSource } from 'react/jsx-dev-runtime';
import { apart } from './jsx-runtime.ts';

// The same as `jsx-runtime.ts`, where React also checks what it is given.

export { Fragment } from 'react/jsx-dev-runtime';

export const jsxDEV = (
  type: ElementType,
  props: Parameters<typeof apart>[1],
  key: string | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => element(type, apart(type, props), key, isStatic, source, self);
