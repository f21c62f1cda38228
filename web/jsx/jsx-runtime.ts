import { createElement, type ElementType, type ReactNode } from 'react';
import { jsx as element, jsxs as elements, Fragment } from 'react/jsx-runtime';

// What JSX compiles to, in place of React's own runtime. The page translation of Chrome and Edge puts an element of its own
// in the place of each text. A text that stands beside elements, React then cannot find any more: it fails when it removes
// the text, or inserts something before it, and goes on writing into the text that is gone. A text that is alone in its
// element it replaces with the element's content. So each text beside others gets an element of its own.
// https://github.com/facebook/react/issues/11538

export { Fragment };

type Props = Record<string, unknown> & { children?: ReactNode };

export const jsx = (type: ElementType, props: Props, key?: string) => element(type, apart(type, props), key);

export const jsxs = (type: ElementType, props: Props, key?: string) =>
  elements(type, apart(type, props), key);

/** The properties of an element, where no text is among other children. */
export function apart(type: unknown, props: Props): Props {
  const { children } = props;
  // What a fragment holds will stand beside others.
  const next = Array.isArray(children)
    ? separated(children as ReactNode[])
    : type === Fragment && isText(children)
      ? textElement(children, 'text')
      : children;
  return next === children ? props : { ...props, children: next };
}

function separated(children: readonly ReactNode[]): readonly ReactNode[] {
  const next = children.map((child, at) =>
    Array.isArray(child)
      ? (separated(child as ReactNode[]) as ReactNode)
      : isText(child)
        ? textElement(child, `text ${at}`)
        : child,
  );
  return next.some((child, at) => child !== children[at]) ? next : children;
}

/** Nothing replaces a text of spaces alone. */
const isText = (child: ReactNode) =>
  (typeof child === 'string' && child.trim() !== '') || typeof child === 'number';

const textElement = (text: ReactNode, key: string) => createElement('app-text', { key }, text);
