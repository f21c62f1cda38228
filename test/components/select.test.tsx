import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchSelect } from '../../web/ui/form/SearchSelect.tsx';
import { Dialog } from '../../web/ui/popups/Dialog.tsx';
import { expectAccessible, expectText, press, show } from './support.tsx';

// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, with a list. While the user types, the best option is highlighted.

const terms = ['C00', 'F23', 'F24', 'F25', 'F26', 'S24', 'S25', 'S26', 'W24', 'W25', 'W26', 'Y25'];
const options = terms.map((label) => ({ value: `key of ${label}`, label }));

/** A select in a form that shows its submitted value. */
function Form({ start, none }: { start: string | null; none: string | undefined }) {
  const [value, setValue] = useState(start);
  const [saved, setSaved] = useState('nothing');
  const save = () => setSaved(value ?? 'empty');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <SearchSelect
        label="Start Term"
        options={options}
        value={value}
        onChange={setValue}
        {...(none && { none })}
      />
      <output aria-label="Held">{value ?? 'empty'}</output>
      <output aria-label="Saved">{saved}</output>
      <button type="submit">Save</button>
    </form>
  );
}

const box = page.getByRole('combobox', { name: 'Start Term' });
const list = page.getByRole('listbox');
const offered = page.getByRole('option');
const expectHeld = (text: string) => expectText(page.getByRole('status', { name: 'Held' }), text);
const expectSaved = (text: string) => expectText(page.getByRole('status', { name: 'Saved' }), text);
const active = () => {
  const id = box.element().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};
const expectActive = (label: string | null) => expect.poll(active).toBe(label);

/** Shows the form and tabs to the input. */
async function goTo(start: string | null = 'key of F25', none?: string): Promise<void> {
  show(<Form start={start} none={none} />);
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
  await expect.element(box).toHaveFocus();
}

test('an emptied input has no value, and Enter chooses nothing', async () => {
  await goTo();
  await press('Control+a', 'Delete', 'Enter');
  await expect.element(box).toHaveValue('');
  await expectHeld('empty');
  await press('Enter');
  await expectSaved('empty');
});

test('an emptied input stays empty after Tab', async () => {
  await goTo();
  await press('Delete', 'Tab');
  await expect.element(box).toHaveValue('');
  await expectHeld('empty');
});

test('the option that means no value is shown without one, and choosing it holds none', async () => {
  await goTo('key of F25', 'key of C00');
  await userEvent.keyboard('c00');
  await press('Enter');
  await expectHeld('empty');
  await expect.element(box).toHaveValue('C00');
});

test('typing offers options that match the text, and highlights the best', async () => {
  await goTo(null);
  await userEvent.keyboard(' f2');
  await expect.element(list).toBeVisible();
  await expect.poll(() => offered.all().length).toBe(4);
  await expectActive('F23');
  await press('Control+a');
  await userEvent.keyboard('26');
  await expectActive('F26');
  await press('Backspace', 'Backspace');
  await expectActive(null);
});

test('Enter on a text that several options match chooses nothing, saves nothing, keeps the text and shows a message', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('Enter');
  await expect.element(page.getByText('Choose one of 4: F23, F24, F25, …')).toBeVisible();
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveValue('F2');
  await expectHeld('key of F25');
  await press('Enter', 'Enter');
  await expectSaved('nothing');
  await userEvent.keyboard('7');
  await press('Enter');
  await expect.element(page.getByText('No options')).toBeVisible();
  await expect
    .element(page.getByText('Nothing matches “F27”. Choose from the list, or clear the text.'))
    .toBeVisible();
  await expectSaved('nothing');
});

test('Enter and Tab take an option whose code equals the text, even if others begin with it', async () => {
  await goToCodes();
  for (const key of ['Enter', 'Tab']) {
    await takes('20', key);
    await expectHeld('20');
    await expect.element(box).toHaveValue('Botany (20)');
  }
});

test('options with the same value count as one', async () => {
  await goToCodes();
  await userEvent.keyboard('comp');
  await expectActive('Computer Science (201)');
  await press('Tab');
  await expectHeld('201');
  await expect.element(box).toHaveValue('Computer Science (201)');
});

test('Enter and Tab take the only option of the best rank: of a code, of a word, of a part of one', async () => {
  await goToCodes();
  const pairs = [
    ['202', '202'],
    ['hist', '202'],
    ['otany', '20'],
  ] as const;
  for (const [text, held] of pairs)
    for (const key of ['Enter', 'Tab']) {
      await takes(text, key);
      await expectHeld(held);
    }
});

async function goToCodes(): Promise<void> {
  show(<Codes />);
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
}

/** Types a text into the emptied input of `Codes` and presses a key. */
async function takes(text: string, key: string): Promise<void> {
  (box.element() as HTMLElement).focus();
  await press('Control+a', 'Delete');
  await expectHeld('empty');
  await userEvent.keyboard(text);
  await press(key);
}

/** A select of majors by code, two of them with the same code. */
function Codes() {
  const [value, setValue] = useState<string | null>(null);
  const majors = ['Botany (20)', 'Computer Science (201)', 'Computing (201)', 'History (202)'].map(
    (label) => {
      const code = label.replace(/.*\(|\)/g, '');
      return { value: code, label, code };
    },
  );
  return (
    <>
      <SearchSelect label="Start Term" options={majors} value={value} onChange={setValue} />
      <output aria-label="Held">{value ?? 'empty'}</output>
    </>
  );
}

test('Enter on the full name of an option chooses it, ignoring case', async () => {
  await goTo();
  await userEvent.keyboard(' f26 ');
  await press('Enter');
  await expect.element(box).toHaveValue('F26');
  await expectHeld('key of F26');
  await expect.element(list).not.toBeInTheDocument();
  await expectSaved('nothing');
});

test('leaving the input after typing a full name chooses that option', async () => {
  await goTo();
  await userEvent.keyboard('f26');
  await press('Tab', 'Enter');
  await expectSaved('key of F26');
});

test('a name shared by several options chooses none of them', async () => {
  show(
    <SearchSelect
      label="Start Term"
      options={[1, 2].map((key) => ({ value: String(key), label: 'Art' }))}
      value={null}
      onChange={() => expect.unreachable('nothing was chosen')}
    />,
  );
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
  await userEvent.keyboard('Art');
  await press('Enter', 'Tab');
  await expect.element(box).toHaveValue('Art');
  await expect.element(page.getByText('Choose one of 2: Art, Art')).toBeVisible();
});

test('leaving the input keeps text that matches no option, with a message, and moves to the next tab stop', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('Tab');
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
  await expect.element(box).toHaveValue('F2');
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveAccessibleDescription('Choose one of 4: F23, F24, F25, …');
  await expectHeld('key of F25');
  await expect.element(list).not.toBeInTheDocument();
  await expectAccessible();
});

test('Tab from a scrolling menu moves to the next tab stop', async () => {
  await goTo();
  await press('Alt+ArrowDown', 'Tab');
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
  await press('Shift+Tab');
  await userEvent.keyboard('2');
  await press('Tab');
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('the message waits until the mouse is up, so that the clicked element does not move', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('Alt+ArrowUp');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/^Choose one of 4/)).toBeVisible();
  await expectSaved('key of F25');
});

test('unmatched text is marked until it is resolved or discarded', async () => {
  await goTo();
  const isMarked = () => document.querySelector('[data-unsettled]') !== null;
  await userEvent.keyboard('F2');
  await press('Tab');
  await expect.poll(isMarked).toBe(true);
  await press('Shift+Tab');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('f26');
  await press('Tab');
  await expect.poll(isMarked).toBe(false);
  await expectHeld('key of F26');
  await press('Shift+Tab');
  await userEvent.keyboard('F2');
  await press('Enter');
  await expect.poll(isMarked).toBe(true);
  await press('Escape');
  await expect.poll(isMarked).toBe(false);
  await expect.element(box).toHaveValue('F26');
  await expectHeld('key of F26');
});

test('leaving the input by a click also keeps the text', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await userEvent.click(page.getByText('A part'));
  await expect.element(box).toHaveValue('F2');
  await expect.element(page.getByText(/^Choose one of 4/)).toBeVisible();
});

test('text that was typed after emptying the input stays too, and the value is empty', async () => {
  await goTo();
  await press('Delete');
  await userEvent.keyboard('F2');
  await press('Tab');
  await expect.element(box).toHaveValue('F2');
  await expectHeld('empty');
});

test('Tab takes the option that the user has moved to after typing', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('ArrowDown', 'ArrowDown', 'Tab');
  await expectHeld('key of F24');
});

test('a text that was left before its option arrived chooses it as soon as it does', async () => {
  function Late() {
    const [value, setValue] = useState<string | null>(null);
    const [hasArrived, setArrived] = useState(false);
    return (
      <>
        <SearchSelect
          label="Start Term"
          options={hasArrived ? options : []}
          value={value}
          onChange={setValue}
        />
        <button type="button" onClick={() => setArrived(true)}>
          Arrive
        </button>
        <output aria-label="Held">{value ?? 'empty'}</output>
      </>
    );
  }
  show(<Late />);
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
  await userEvent.keyboard('f26');
  await press('Tab');
  await expectHeld('empty');
  await press('Enter');
  await expectHeld('key of F26');
  await expect.element(box).toHaveValue('F26');
});

test('a letter in the middle of the text does not move the cursor', async () => {
  await goTo(null);
  await userEvent.keyboard('F6');
  await press('ArrowLeft');
  await userEvent.keyboard('2');
  await expect.element(box).toHaveValue('F26');
  expect((box.element() as HTMLInputElement).selectionStart).toBe(2);
});

test('the shown value is kept if another option has the same value', async () => {
  await goTo();
  await userEvent.keyboard('F25');
  await press('Tab');
  await expectHeld('key of F25');
  await expect.element(box).toHaveValue('F25');
});

test('Down opens the menu at the first option, and moves through it', async () => {
  await goTo(null);
  await press('ArrowDown');
  await expectActive('C00');
  await press('ArrowDown', 'ArrowDown', 'ArrowUp');
  await expectActive('F23');
  await press('Enter');
  await expectHeld('key of F23');
  await expect.element(list).not.toBeInTheDocument();
  await expectSaved('nothing');
});

test('Up opens the menu at the last option', async () => {
  await goTo(null);
  await press('ArrowUp');
  await expectActive('Y25');
  await press('ArrowDown');
  await expectActive('Y25');
});

test('with a chosen option, Down and Up open the menu at it', async () => {
  await goTo();
  await press('ArrowDown');
  await expectActive('F25');
  await press('Escape', 'ArrowUp');
  await expectActive('F25');
});

test('after typing, Down moves to the first match', async () => {
  await goTo();
  await userEvent.keyboard('2');
  await press('ArrowDown');
  await expectActive('F23');
});

/** An empty select that opens near 'S25', whose options have other names. */
async function goToNear(): Promise<void> {
  const named = options.map((option) => ({ ...option, also: [`Quarter 20${option.label.slice(1)}`] }));
  function Near() {
    const [value, setValue] = useState<string | null>(null);
    return (
      <>
        <SearchSelect
          label="Start Term"
          options={named}
          near="key of S25"
          value={value}
          onChange={setValue}
        />
        <output aria-label="Held">{value ?? 'empty'}</output>
      </>
    );
  }
  show(<Near />);
  await expect.element(box).toBeVisible();
  await press('Tab', 'Tab');
}

test('with nothing chosen, the menu opens near a given option, in the same order, and chooses nothing', async () => {
  await goToNear();
  await press('Alt+ArrowDown');
  await expect.element(offered.filter({ hasText: 'S25' })).toBeInViewport();
  const { scrollTop } = list.element().parentElement as HTMLElement;
  expect(scrollTop).toBeGreaterThan(0);
  expect(offered.all().map((one) => one.element().textContent)).toEqual(terms);
  await expectActive(null);
  await press('ArrowDown');
  await expectActive('S25');
  await press('Escape', 'Tab');
  await expectHeld('empty');
});

test('options are found by their other names, and the full one of a single option chooses it', async () => {
  await goToNear();
  await userEvent.keyboard('2023');
  await expect.poll(() => offered.all().map((one) => one.element().textContent)).toEqual(['F23']);
  await press('Control+a');
  await userEvent.keyboard('quarter 2023');
  await press('Enter');
  await expect.element(box).toHaveValue('F23');
  await expectHeld('key of F23');
  await press('Control+a');
  await userEvent.keyboard('quarter 2025');
  await press('Enter');
  await expect.element(page.getByText(/^Choose one of 4/)).toBeVisible();
  await expectHeld('key of F23');
});

test('PageDown and PageUp move by five, Home and End to the first and last', async () => {
  await goTo(null);
  await press('ArrowDown', 'PageDown');
  await expectActive('S24');
  await press('PageDown', 'PageDown');
  await expectActive('Y25');
  await press('PageUp');
  await expectActive('S25');
  await press('Home');
  await expectActive('C00');
  await press('End');
  await expectActive('Y25');
  await press('Escape');
  await box.click();
  await press('PageDown');
  await expectActive(terms[4] ?? '');
});

test('Home and End move in the text until the user moves to an option', async () => {
  await goTo(null);
  await userEvent.keyboard('2');
  await press('Home');
  await userEvent.keyboard('F');
  await press('End');
  await userEvent.keyboard('6');
  await expect.element(box).toHaveValue('F26');
});

test('Left and Right return to the text without choosing the highlighted option', async () => {
  await goTo();
  await press('ArrowDown', 'ArrowDown', 'ArrowLeft');
  await expectActive(null);
  await press('Enter');
  await expectHeld('key of F25');
});

test('Alt+Down opens the menu without highlighting, Alt+Up closes it, and Alt with other keys moves nothing', async () => {
  await goTo(null);
  await press('Alt+ArrowDown');
  await expect.element(list).toBeVisible();
  await expectActive(null);
  await press('Alt+PageDown', 'ArrowDown');
  await expectActive('C00');
  await press('Alt+ArrowUp');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(box).toHaveFocus();
});

test('Enter acts on the menu while it is open, and on the form when it is closed', async () => {
  await goTo();
  await press('Alt+ArrowDown', 'Enter');
  await expect.element(list).not.toBeInTheDocument();
  await expectSaved('nothing');
  await press('Enter');
  await expectSaved('key of F25');
});

test('Shift+Enter also saves only what the input shows', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('Shift+Enter');
  await expect.element(page.getByText(/^Choose one of 4/)).toBeVisible();
  await expectSaved('nothing');
});

test('after the input is emptied and its menu closed, Enter saves the empty value', async () => {
  await goTo();
  await press('Delete', 'Alt+ArrowUp', 'Enter');
  await expectSaved('empty');
});

test('leaving the input does not choose the highlighted option', async () => {
  await goTo();
  await press('ArrowDown', 'ArrowDown', 'Tab');
  await expect.element(box).toHaveValue('F25');
  await expectHeld('key of F25');
});

test('Escape closes the menu and discards the typed text; the value stays', async () => {
  await goTo();
  await userEvent.keyboard('F2');
  await press('ArrowDown', 'Escape');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(box).toHaveValue('F25');
  await expect.element(box).toHaveFocus();
  await expectHeld('key of F25');
});

test('Space opens the menu as in a select of the browser; with Escape, the value stays', async () => {
  await goTo();
  await userEvent.keyboard(' ');
  await expect.element(list).toBeVisible();
  await expect.element(box).toHaveValue('F25');
  await userEvent.keyboard(' ');
  await expectHeld('key of F25');
  await press('Escape', 'Tab');
  await expect.element(box).toHaveValue('F25');
  await expectHeld('key of F25');
});

test('Space in an empty input opens the menu and types nothing', async () => {
  await goTo(null);
  await userEvent.keyboard(' ');
  await expect.element(list).toBeVisible();
  await expect.element(box).toHaveValue('');
});

test('a letter that was typed and deleted leaves the value until the input is left; with Escape, the value stays', async () => {
  await goTo();
  for (const closes of [['Escape'], ['Alt+ArrowUp', 'Escape']]) {
    await userEvent.keyboard('F');
    await press('Backspace');
    await expect.element(box).toHaveValue('');
    await expectHeld('key of F25');
    await press(...closes);
    await expect.element(box).toHaveValue('F25');
    await press('Control+a');
  }
  await press('Tab');
  await expectHeld('key of F25');
});

test.for(['Tab', 'Enter', 'Alt+ArrowUp Enter', 'Control+Enter'])(
  'a text that was typed and deleted means no value after %s',
  async (keys) => {
    await goTo();
    await userEvent.keyboard('F2');
    await press('Control+a', 'Delete');
    await expectHeld('key of F25');
    await press(...keys.split(' '));
    await expect.element(box).toHaveValue('');
    await expectHeld('empty');
  },
);

test('Escape closes the menu first, and the dialog around it only at the second Escape', async () => {
  function Around() {
    const [opened, setOpened] = useState(true);
    return (
      <Dialog opened={opened} title="Around" onClose={() => setOpened(false)}>
        <SearchSelect label="Start Term" options={options} value={null} onChange={() => {}} />
      </Dialog>
    );
  }
  show(<Around />);
  await expect.element(box).toHaveFocus();
  await press('ArrowDown', 'Escape');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('F2');
  await press('Alt+ArrowUp', 'Escape');
  await expect.element(box).toHaveValue('');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a click opens the menu, a click on an option chooses it, and the focus stays in the input', async () => {
  await goTo(null);
  await box.click();
  await expectActive(null);
  await offered.filter({ hasText: 'F24' }).click();
  await expectHeld('key of F24');
  await expect.element(box).toHaveValue('F24');
  await expect.element(box).toHaveFocus();
  await expect.element(list).not.toBeInTheDocument();
});

test('a click elsewhere closes the menu', async () => {
  await goTo(null);
  await box.click();
  await expect.element(list).toBeVisible();
  await userEvent.click(page.getByText('A part'));
  await expect.element(list).not.toBeInTheDocument();
});

test('the clear button empties the input, which keeps the focus, and is not a tab stop: Delete and Escape do the same', async () => {
  await goTo();
  const clear = page.getByRole('button', { name: 'Clear Start Term' });
  await clear.click();
  await expectHeld('empty');
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveFocus();
  await press('F', '2', '5', 'Enter');
  await expectHeld('key of F25');
  await press('Tab');
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
  await press('Shift+Tab', 'Delete');
  await expectHeld('empty');
  await press('F', '2', '5', 'Enter', 'Escape');
  await expectHeld('key of F25');
  await press('Tab', 'Shift+Tab', 'Escape');
  await expectHeld('empty');
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveFocus();
});

test('after clearing, the same value can be chosen again, even if the caller still passes the value from before', async () => {
  const changes: (string | null)[] = [];
  const given = { label: 'Start Term', options, value: 'key of F25' };
  show(<SearchSelect {...given} onChange={(next) => changes.push(next)} />);
  await page.getByRole('button', { name: 'Clear Start Term' }).click();
  await userEvent.keyboard('f25');
  await press('Tab');
  expect(changes).toEqual([null, 'key of F25']);
});

test('the clear button removes unused text', async () => {
  await goTo(null);
  await userEvent.keyboard('F2');
  await page.getByRole('button', { name: 'Clear Start Term' }).click();
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveFocus();
});

test('it is a combobox that controls a listbox of the same name, with the chosen option selected', async () => {
  await goTo();
  await expect.element(box).toHaveAttribute('aria-autocomplete', 'list');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await press('Alt+ArrowDown');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByRole('listbox', { name: 'Start Term' })).toBeVisible();
  await expect.element(list).toHaveAttribute('id', box.element().getAttribute('aria-controls') ?? '');
  await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('F25');
  await press('ArrowDown');
  await expectAccessible();
});

test('the menu opens with the chosen option visible, and keeps the highlighted one visible', async () => {
  await goTo('key of Y25');
  await press('Alt+ArrowDown');
  await expect.element(offered.last()).toBeInViewport();
  await expect.element(offered.first()).not.toBeInViewport();
  await press('ArrowDown', 'Home');
  await expect.element(offered.first()).toBeInViewport();
  await expect.element(offered.last()).not.toBeInViewport();
});

test('the menu is at most 300 and at least 140 pixels high', async () => {
  await goTo(null);
  await press('Alt+ArrowDown');
  const height = () => list.element().parentElement?.offsetHeight;
  await expect.poll(height).toBe(300);
  await userEvent.keyboard('nothing like it');
  await expect.poll(height).toBe(140);
  await expectAccessible();
});
