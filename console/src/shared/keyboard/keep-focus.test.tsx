import '../../../test/dom.ts';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { focusedName, screen, show } from '../../../test/show.tsx';
import { FocusKeepingButton } from './focus-keeping-button.tsx';
import { keepFocus } from './keep-focus.ts';

beforeAll(keepFocus);

function Rows() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [asked, setAsked] = useState<string>();
  const remove = (name: string): void => setNames(names.filter((other) => other !== name));
  return (
    <main id="main" tabIndex={-1} aria-label="Rows">
      <p>Some text</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => remove(name)}>
              Delete {name}
            </button>
            <button type="button" onClick={() => setAsked(name)}>
              Ask for {name}
            </button>
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <dialog open aria-label="Delete?">
          <button
            type="button"
            onClick={() => {
              remove(asked);
              setAsked(undefined);
            }}
          >
            Yes
          </button>
        </dialog>
      )}
    </main>
  );
}

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const focus = (name: string) => screen.getByRole('button', { name }).focus();

test('after a deletion the focus moves to the next item, else to the one before, else to the page', async () => {
  await show(<Rows />);
  focus('Delete two');
  await press('Delete two');
  expect(focusedName()).toBe('Delete three');
  await press('Delete three');
  expect(focusedName()).toBe('Delete one');
  await press('Delete one');
  expect(focusedName()).toBe('Rows');
});

test('a dialog that deletes the item it was opened from moves the focus to the neighbouring item', async () => {
  await show(<Rows />);
  focus('Ask for two');
  await press('Ask for two');
  focus('Yes');
  await press('Yes');
  expect(focusedName()).toBe('Delete three');
});

test('if nothing had the focus, a deletion moves it nowhere', async () => {
  await show(<Rows />);
  focus('Delete two');
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await press('Delete two');
  expect(document.activeElement).toBe(document.body);
});

function Work() {
  const [isBusy, setIsBusy] = useState(false);
  const [count, setCount] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsBusy(true);
        setCount(count + 1);
      }}
    >
      <FocusKeepingButton type="submit" disabled={isBusy}>
        Work {count}
      </FocusKeepingButton>
      <FocusKeepingButton>Other</FocusKeepingButton>
    </form>
  );
}

test('a button that becomes disabled keeps the focus and does nothing until the person moves on', async () => {
  const { user } = await show(<Work />);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(focusedName()).toBe('Work 1');
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Enter} ');
  expect(focusedName()).toBe('Work 1');
  await user.tab();
  expect(focusedName()).toBe('Other');
  expect(screen.getByRole('button', { name: 'Work 1' })).toHaveProperty('disabled', true);
});
