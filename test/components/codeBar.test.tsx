import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CodeBar } from '../../web/catalog/kinds/CodeBar.tsx';
import { press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/

const codes = ['0A1', '0A2', '0A3'];
const focused = () => document.activeElement?.textContent;

test.each([
  ['the first', [], '0A1'],
  ['the next', ['ArrowRight'], '0A2'],
  ['the last', ['End'], '0A3'],
  ['the last, before the first', ['ArrowLeft'], '0A3'],
  ['the first, after the last', ['End', 'ArrowRight'], '0A1'],
  ['the first again', ['End', 'Home'], '0A1'],
])(
  'the keys reach %s of the codes, which stays the only tab stop and is taken by Enter',
  async (_, keys, code) => {
    const taken: string[] = [];
    show(<CodeBar codes={codes} onTake={(one) => taken.push(one)} />);
    await expect.element(page.getByRole('toolbar', { name: 'Nearest free codes' })).toBeVisible();
    await press('Tab', 'Tab', ...keys);
    await expect.poll(focused).toBe(code);
    await press('Tab');
    await expect.poll(focused).toBe('After');
    await press('Shift+Tab');
    await expect.poll(focused).toBe(code);
    await press('Enter');
    expect(taken).toEqual([code]);
  },
);
