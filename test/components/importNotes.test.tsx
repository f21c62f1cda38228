/// <reference types="@vitest/browser-playwright" />
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newValues } from '../../contract/newValues.ts';
import { collected } from '../../intake/collected.ts';
import { ImportNotes } from '../../web/proposals/import/ImportNotes.tsx';
import { lines, read } from '../support/intake.ts';
import { expectAccessible, focused, press, show } from './support.tsx';

// The questions about texts with several possible meanings, and about codes that have lost their zeros.

const FILE = lines(`
Major Code | Segment | Title 20 | Start Term
11 | U | Eleven | F25
12 | U | Twelve | F25
13 | U | Thirteen | Summer 2025
0A1 | U | Letters | F25
`);

function Notes() {
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const intake = collected(read('major', FILE, { choices, newValues: newValues.major }));
  return (
    <>
      <ImportNotes intake={intake} notes={[]} choices={choices} onChoose={setChoices} />
      <output>{intake.rows.map(({ cells }) => cells.majorCode?.value ?? '?').join(' ')}</output>
    </>
  );
}

const codes = page.getByRole('status');
const useAll = page.getByRole('button', { name: /^Use all/ });
const questions = page.getByText(/^\d+ questions?$/);
const made = page.getByText(/^\d+ choices? made$/);
const box = (text: string) => page.getByRole('combobox', { name: new RegExp(`“${text}”`) });

test('one button takes the only candidate of all questions of a kind; each can still be changed', async () => {
  show(<Notes />);
  await expect.element(questions).toHaveTextContent('4 questions');
  await expect.element(useAll).toHaveTextContent('Use all 3: 011 for 11, …');
  await useAll.click();
  await expect.element(codes).toHaveTextContent('011 012 013 0A1');
  await expect.element(useAll).not.toBeInTheDocument();
  await expect.element(questions).toHaveTextContent('1 question');
  await expect.element(box('Summer 2025')).toHaveFocus();
  await expect.element(made).toHaveTextContent('3 choices made');
  await made.click();
  await expect.element(box('12')).toHaveValue('012');
  await expectAccessible();
  await box('12').click();
  await userEvent.selectOptions(box('12'), 'Choose');
  await expect.element(codes).toHaveTextContent('011 ? 013 0A1');
  await expect.element(box('12')).toHaveFocus();
  await expect.element(questions).toHaveTextContent('2 questions');
  await expect.element(made).toHaveTextContent('2 choices made');
});

test('after a choice the focus is on the next question, and after the last one on the choices', async () => {
  show(<Notes />);
  await userEvent.selectOptions(box('11'), '011');
  await expect.element(box('12')).toHaveFocus();
  await expect.element(questions).toHaveTextContent('3 questions');
  await expect.element(box('12')).toHaveFocus();
  // A key that selects the only candidate chooses it.
  await press('ArrowDown');
  await expect.element(codes).toHaveTextContent('011 012 ? 0A1');
  await expect.element(box('13')).toHaveFocus();
  await press('ArrowDown');
  await expect.element(box('Summer 2025')).toHaveFocus();
  await expect.element(codes).toHaveTextContent('011 012 013 0A1');
  // Of several candidates, the arrow keys only select one. Enter chooses it.
  await press('ArrowDown', 'ArrowDown');
  await expect.element(questions).toHaveTextContent('1 question');
  await press('Enter');
  await expect.element(questions).not.toBeInTheDocument();
  await expect.poll(focused).toBe('4 choices made');
  await made.click();
  await expect.element(box('Summer 2025')).toHaveValue('202539');
});

test('what the form of a new item preselects is filled in, named and can be changed', async () => {
  show(<Notes />);
  const campus = page.getByRole('combobox', {
    name: 'Campus Indicator of each new major, which the file does not have',
  });
  await expect.element(campus).toHaveValue('G');
  await userEvent.selectOptions(campus, 'Leave empty');
  await expect.element(campus).toHaveValue('none');
  await userEvent.selectOptions(campus, 'H Health sciences');
  await expect.element(campus).toHaveValue('H');
  await expectAccessible();
});
