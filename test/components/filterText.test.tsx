/// <reference types="@vitest/browser-playwright" />
import { useEffect, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useFilterText } from '../../web/ui/table/tableView.ts';
import { show } from './support.tsx';

/** The URL changes that the filter requested. */
let asked: string[];
/** Changes the URL, like a completed navigation. */
let arrive: (text: string) => void;

const filter = page.getByRole('searchbox', { name: 'Filter' });

function Filter() {
  const [written, setWritten] = useState('');
  useEffect(() => {
    arrive = setWritten;
  }, []);
  const [text, setText, settle] = useFilterText(written, (settled) => asked.push(settled));
  return (
    <>
      <input
        type="search"
        aria-label="Filter"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={settle}
      />
      <output>{written}</output>
    </>
  );
}

beforeEach(async () => {
  asked = [];
  show(<Filter />);
  await userEvent.click(filter);
});

const expectAsked = (...texts: string[]) => expect.poll(() => asked).toEqual(texts);
const addressIs = async (text: string) => {
  arrive(text);
  await expect.element(page.getByRole('status')).toHaveTextContent(text);
};

test('letters typed before a slow URL update are kept', async () => {
  // At once: after a pause between the letters, the first would be requested too.
  await userEvent.fill(filter, 'en');
  await expectAsked('en');
  await userEvent.keyboard('g');
  await expectAsked('en', 'eng');
  await addressIs('en');
  await expect.element(filter).toHaveValue('eng');
  await userEvent.keyboard('i');
  await addressIs('eng');
  await expect.element(filter).toHaveValue('engi');
  await expectAsked('en', 'eng', 'engi');
});

test('a URL that the user navigates to applies, also if the filter requested it before', async () => {
  await userEvent.keyboard('a');
  await expectAsked('a');
  await userEvent.keyboard('b');
  await expectAsked('a', 'ab');
  // The first URL was never shown.
  await addressIs('ab');
  await addressIs('a');
  await expect.element(filter).toHaveValue('a');
  await addressIs('other');
  await expect.element(filter).toHaveValue('other');
});
