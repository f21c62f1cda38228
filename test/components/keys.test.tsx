import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shortcut } from '../../web/ui/keys/shortcut.ts';
import { Dialog } from '../../web/ui/popups/Dialog.tsx';
import { focused, press, show } from './support.tsx';

// The rules of `runShortcut`: which control a key presses, and when a key does nothing.

const pressed: string[] = [];

beforeEach(() => {
  pressed.length = 0;
});

interface Props {
  name: string;
  keys?: ReturnType<typeof shortcut>;
  disabled?: boolean;
  unavailable?: boolean;
  submits?: boolean;
}

const Press = ({ name, keys, disabled = false, unavailable = false, submits = false }: Props) => (
  <button
    type={submits ? 'submit' : 'button'}
    disabled={disabled}
    aria-disabled={unavailable || undefined}
    onClick={() => pressed.push(name)}
    {...keys}
  >
    {name}
  </button>
);

/** Waits until the next press is not part of a double press. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 600));

const create = <Press name="Create" keys={shortcut('N', 'Create')} />;
const save = <Press name="Save" keys={shortcut('Control+Enter', 'Save')} />;

async function showKeys(part: ReactNode): Promise<void> {
  show(part);
  await expect.element(page.getByRole('button', { name: 'After' })).toBeVisible();
}

test('the tooltip and the description name the key, and the name does not', async () => {
  await showKeys(
    <>
      {create}
      {save}
    </>,
  );
  const button = page.getByRole('button', { name: 'Create', exact: true });
  await expect.element(button).toHaveAccessibleDescription('Create (N)');
  await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'N');
  const other = page.getByRole('button', { name: 'Save', exact: true });
  await expect.element(other).toHaveAttribute('title', 'Save (Ctrl+Enter)');
  await expect.element(other).toHaveAttribute('aria-keyshortcuts', 'Control+Enter Meta+Enter');
});

test('a key presses its button from anywhere, in either case, but not with other keys', async () => {
  await showKeys(create);
  await press('n');
  await press('Tab', 'n');
  expect(pressed).toEqual(['Create', 'Create']);
  // With Caps Lock the letter is a capital without Shift.
  await userEvent.keyboard('N');
  expect(pressed).toHaveLength(3);
  await press('Shift+N', 'Alt+n', 'Control+n', 'Meta+n', 'Control+Meta+n');
  expect(pressed).toHaveLength(3);
});

test('a sign that some keyboards type with Shift works with Shift', async () => {
  await showKeys(<Press name="Help" keys={shortcut('?', 'Help')} />);
  await press('?');
  await press('Shift+?');
  expect(pressed).toEqual(['Help', 'Help']);
});

test.for([
  ['a text box', <input key="1" aria-label="Box" />],
  ['a search box', <input key="2" type="search" aria-label="Box" />],
  ['a text area', <textarea key="3" aria-label="Box" />],
  ['editable text', <div key="4" role="textbox" tabIndex={0} aria-label="Box" contentEditable />],
] as const)('in %s keys only type', async ([, box]) => {
  await showKeys(
    <>
      {create}
      {box}
      <Press name="Help" keys={shortcut('?', 'Help')} />
      <Press name="Filter" keys={shortcut('/', 'Filter')} />
      <Press name="Edit" keys={shortcut('E', 'Edit')} />
      <Press name="Delete" keys={shortcut('Delete', 'Delete')} />
      <Press name="Undo" keys={shortcut('Control+Z', 'Undo')} />
    </>,
  );
  const element = document.querySelector<HTMLInputElement>('[aria-label="Box"]');
  element?.focus();
  await userEvent.keyboard('n?/e');
  expect(element?.value ?? element?.textContent).toBe('n?/e');
  await press('Delete', 'Control+z');
  expect(pressed).toEqual([]);
  element?.blur();
  await userEvent.keyboard('ne?/{Delete}');
  await press('Control+z');
  expect(pressed).toEqual(['Create', 'Edit', 'Help', 'Filter', 'Delete', 'Undo']);
});

test('in a select a letter chooses an option', async () => {
  await showKeys(
    <>
      {create}
      <select aria-label="Kind">
        <option>Other</option>
        <option>New</option>
      </select>
    </>,
  );
  const select = page.getByRole('combobox').element() as HTMLSelectElement;
  select.focus();
  await press('n');
  expect(select.value).toBe('New');
  expect(pressed).toEqual([]);
});

test('on a checkbox a letter is a shortcut', async () => {
  await showKeys(
    <>
      {create}
      <input type="checkbox" aria-label="Active" />
    </>,
  );
  (page.getByRole('checkbox').element() as HTMLElement).focus();
  await press('n');
  expect(pressed).toEqual(['Create']);
});

test('a button that is disabled or not shown has no key; one that is not available gets the focus', async () => {
  const keys = shortcut('N', 'Create');
  await showKeys(
    <>
      <Press name="Disabled" keys={keys} disabled />
      <div hidden>
        <Press name="Hidden" keys={keys} />
      </div>
      <div style={{ visibility: 'hidden' }}>
        <Press name="Invisible" keys={keys} />
      </div>
      <Press name="Unavailable" keys={shortcut('E', 'Edit')} unavailable />
    </>,
  );
  await press('n');
  expect(pressed).toEqual([]);
  await press('e');
  expect(focused()).toBe('Unavailable');
});

test('a key that another part has handled is not a shortcut', async () => {
  await showKeys(
    <div role="presentation" onKeyDown={(event) => event.preventDefault()}>
      {create}
      <button type="button">Taker</button>
    </div>,
  );
  (page.getByRole('button', { name: 'Taker' }).element() as HTMLElement).focus();
  await press('n');
  expect(pressed).toEqual([]);
});

test('a key that is held or pressed twice presses once, and does not type into the field that it has opened', async () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)} {...shortcut('N', 'Create')}>
          Create
        </button>
        <Dialog opened={isOpen} title="Create" onClose={() => setOpen(false)}>
          <input aria-label="Title" />
        </Dialog>
      </>
    );
  }
  await showKeys(<Opener />);
  // In one call, because later the second press would be a letter.
  await userEvent.keyboard('{n>5/}n');
  const box = page.getByRole('textbox', { name: 'Title' });
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('');
  await new Promise((resolve) => setTimeout(resolve, 600));
  await userEvent.keyboard('n');
  await expect.element(box).toHaveValue('n');
});

test('while a dialog is open, only its own buttons have keys', async () => {
  await showKeys(
    <>
      {create}
      {save}
      <Dialog opened title="Edit" onClose={() => {}}>
        <button type="button">Inside</button>
        <Press name="Save the dialog" keys={shortcut('Control+Enter', 'Save')} />
      </Dialog>
    </>,
  );
  await expect.poll(focused).toBe('Inside');
  await press('n', 'Control+Enter');
  expect(pressed).toEqual(['Save the dialog']);
  (document.activeElement as HTMLElement).blur();
  await press('n', 'Control+Enter');
  expect(pressed).toEqual(['Save the dialog', 'Save the dialog']);
});

const rows = (
  <table>
    <tbody>
      {[1, 2].map((key) => (
        <tr key={key}>
          <td>
            <button type="button">{`Row ${key}`}</button>
            <Press name={`Edit ${key}`} keys={shortcut('E', 'Edit')} />
          </td>
        </tr>
      ))}
      <tr data-below>
        <td>
          <Press name="Correct 2" keys={shortcut('Delete', 'Correct')} />
        </td>
      </tr>
    </tbody>
  </table>
);
const focusOn = (name: string) =>
  (page.getByRole('button', { name, exact: true }).element() as HTMLElement).focus();

test('in a row a key presses the button of the row, and outside of it that of the page', async () => {
  await showKeys(
    <>
      <Press name="Edit" keys={shortcut('E', 'Edit')} />
      <Press name="Delete" keys={shortcut('Delete', 'Delete')} />
      {create}
      {rows}
    </>,
  );
  await press('e');
  focusOn('Row 2');
  await press('e');
  // On its second line.
  await press('Delete');
  expect(pressed).toEqual(['Edit', 'Edit 2', 'Correct 2']);
  focusOn('Row 1');
  await press('e');
  // Not the item of the page, whose row this is not.
  await press('Delete');
  await press('n');
  expect(pressed.slice(3)).toEqual(['Edit 1', 'Create']);
});

test('Control+Enter and Command+Enter submit the form with the focus, and else the last one', async () => {
  const form = (name: string) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pressed.push(`sent ${name}`);
      }}
    >
      <input aria-label={name} />
      <Press name={`Save ${name}`} keys={shortcut('Control+Enter', 'Save')} submits />
    </form>
  );
  await showKeys(
    <>
      {form('one')}
      {form('two')}
    </>,
  );
  await pause();
  await press('Control+Enter');
  expect(pressed).toEqual(['Save two', 'sent two']);
  await page.getByRole('textbox', { name: 'two' }).click();
  await press('Meta+Enter');
  expect(pressed.slice(2)).toEqual(['Save two', 'sent two']);
  expect(document.activeElement?.ariaLabel).toBe('two');
  await pause();
  await page.getByRole('textbox', { name: 'one' }).click();
  await press('Control+Enter');
  expect(pressed.slice(4)).toEqual(['Save one', 'sent one']);
});

test('the second press of a double press does not reach the next step', async () => {
  function Steps() {
    const [step, setStep] = useState(1);
    return (
      <button
        key={step}
        type="button"
        onClick={() => {
          pressed.push(`Step ${step}`);
          setStep(step + 1);
        }}
        {...shortcut('Control+Enter', 'Continue')}
      >
        Continue
      </button>
    );
  }
  await showKeys(<Steps />);
  await pause();
  await press('Control+Enter', 'Control+Enter');
  expect(pressed).toEqual(['Step 1']);
  await pause();
  await press('Control+Enter');
  expect(pressed).toEqual(['Step 1', 'Step 2']);
});

test('a press after another key is no double press', async () => {
  await showKeys(
    <>
      <Press name="Show" keys={shortcut('Control+Enter', 'Show')} />
      <input aria-label="one" />
    </>,
  );
  await pause();
  await press('Control+Enter');
  page.getByRole('textbox', { name: 'one' }).element().focus();
  await press('Shift+A', 'b', 'Control+Enter');
  expect(pressed).toEqual(['Show', 'Show']);
});
