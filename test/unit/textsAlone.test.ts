import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// The page translation of a browser replaces texts by elements. React then no longer finds a text that has siblings: it
// fails when it removes the text or inserts a node before it, and it keeps writing into the removed text. A text that is the
// only child is safe, since React replaces the whole content of its element. So a text that may change, or that may appear
// beside another node, needs its own element.

interface Node {
  type: string;
  start: number;
  end: number;
  [more: string]: unknown;
}

/** Names of expressions that hold elements or nothing. */
const holdsElements =
  /^(children|content|menu|tip|icon|about|subject|actions|scope|scopeSummary|sorting|tools|rowTools|footer|downloads|dialog|note|name|names|sign|findingsButton|findingsList|totals|belowCode|anotherUser|undefined|text|own|cells|rows)$/;
/** Functions that create elements. */
const makesElements = /^(box|text|term|flag|table|mark|map|createPortal)$/;

const files = globSync('web/**/*.tsx').filter((file) => !file.includes('.types.'));

test.for(files)('in %s no text that may change has siblings', (file) => {
  const source = readFileSync(file, 'utf8');
  const wrong: string[] = [];
  visit(parseSync(file, source, { lang: 'tsx' }).program as unknown as Node, (node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return;
    const children = (node.children as Node[]).filter((child) => !isBlank(child));
    if (children.length < 2) return;
    let mayBePreceded = false;
    for (const child of children) {
      const isWrong = child.type === 'JSXText' ? mayBePreceded : mayBeText(expressionOf(child));
      if (isWrong) wrong.push(source.slice(child.start, child.end).trim());
      mayBePreceded ||= ['LogicalExpression', 'ConditionalExpression'].includes(
        expressionOf(child)?.type ?? '',
      );
    }
  });
  expect(wrong, 'put each into a <span>').toEqual([]);
});

const expressionOf = (child: Node) =>
  child.type === 'JSXExpressionContainer' ? (child.expression as Node) : undefined;

const isBlank = (child: Node) =>
  child.type === 'JSXText'
    ? (child.value as string).trim() === ''
    : expressionOf(child)?.type === 'JSXEmptyExpression' ||
      /^\s*$/.test((expressionOf(child)?.value as string | undefined) ?? 'x');

/** Whether an expression may be a text, as far as its form and its names show. */
function mayBeText(node: Node | undefined): boolean {
  switch (node?.type) {
    case undefined:
    case 'JSXElement':
    case 'JSXFragment':
      return false;
    case 'LogicalExpression':
      return mayBeText(node.right as Node) || (node.operator !== '&&' && mayBeText(node.left as Node));
    case 'ConditionalExpression':
      return mayBeText(node.consequent as Node) || mayBeText(node.alternate as Node);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return mayBeText(node.expression as Node);
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number';
    case 'Identifier':
      return !holdsElements.test(node.name as string);
    case 'CallExpression': {
      const callee = node.callee as Node;
      const called = (callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name as string;
      const [made] = node.arguments as Node[];
      const body = called === 'map' ? (made?.body as Node | undefined) : undefined;
      return body && body.type !== 'BlockStatement' ? mayBeText(body) : !makesElements.test(called);
    }
    default:
      return true;
  }
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node))
    for (const one of [value].flat())
      if (typeof one === 'object' && one !== null && 'type' in one) visit(one as Node, see);
}
