import '../../../test/dom.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findBarriers, focusedName, screen, show } from '../../../test/show.tsx';
import { ApiFailure } from '../api/api-failure.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CopyOnceDialog } from './copy-once-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { panelSteps } from './panel-steps.tsx';

const never = (): void => {
  throw new Error('This must not happen.');
};

test('an irreversible action runs only after its name was typed, by Enter too', async () => {
  const run = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const { user } = await show(
    <ConfirmDialog action="Delete table" text="All rows go." typed="notes" run={run} onClose={onClose} />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Delete table?' });
  expect(focusedName()).toBe('Type notes to confirm');
  expect(within(dialog).getByRole('button', { name: 'Delete table' }).hasAttribute('disabled')).toBe(true);
  await user.keyboard('note{Enter}');
  expect(run).not.toHaveBeenCalled();
  await user.keyboard('s');
  expect(await findBarriers()).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(run).toHaveBeenCalledOnce();
});

test('after a failed confirmation the dialog stays open, says why, and can be confirmed again', async () => {
  const run = vi.fn(() => Promise.reject(new ApiFailure(409, { error: 'It is in use.', request_id: 'req_7' })));
  const { user } = await show(<ConfirmDialog action="Delete secret" text="Gone." run={run} onClose={never} />);
  await user.click(screen.getByRole('button', { name: 'Delete secret' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('It is in use.')).toBeDefined();
  expect(within(alert).getByText('Request req_7')).toBeDefined();
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete secret' }));
  await screen.findByRole('alert');
  expect(run).toHaveBeenCalledTimes(2);
});

test('a secret is read-only, is selected on focus, can be copied, and is gone when the dialog has closed', async () => {
  const onClose = vi.fn();
  const { user, unmount } = await show(
    <CopyOnceDialog label="Token" value="tok_very_secret" text="It is not shown again." onClose={onClose} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Token');
  expect(field.readOnly).toBe(true);
  field.focus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'tok_very_secret'.length]);
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('tok_very_secret');
  expect(await screen.findByText('Token copied.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(document.documentElement.innerHTML + JSON.stringify({ ...sessionStorage })).not.toContain('tok_very_secret');
});

test('a secret that was not copied survives Esc and Close: the dialog asks first', async () => {
  const onClose = vi.fn();
  const { user } = await show(<CopyOnceDialog label="Token" value="tok_1" text="Not shown again." onClose={onClose} />);
  const pressEsc = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  pressEsc();
  expect(screen.getByRole('alert').textContent).toContain('not been copied');
  expect(screen.getByLabelText('Token')).toHaveProperty('value', 'tok_1');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Back to it' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close anyway' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('after a secret was copied, the dialog closes without a question', async () => {
  const onClose = vi.fn();
  const { user } = await show(<CopyOnceDialog label="Token" value="tok_1" text="Not shown again." onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Token copied.');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that the browser closes by itself stays until its owner closes it', async () => {
  const onClose = vi.fn();
  await show(
    <Dialog title="Open" onClose={onClose}>
      Text
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
});

test('the arrow keys move through the panels of a list, except while a person types', async () => {
  const go = vi.fn();
  const steps = panelSteps({ name: 'run', id: 'b', ids: ['a', 'b', 'c'], go });
  const { user } = await show(
    <Dialog title="Run" kind="panel" onClose={never} {...steps}>
      <input aria-label="Note" />
    </Dialog>,
  );
  screen.getByRole('button', { name: 'Next run' }).focus();
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(go.mock.calls).toEqual([['c'], ['a']]);
  screen.getByLabelText('Note').focus();
  await user.keyboard('{ArrowDown}');
  expect(go).toHaveBeenCalledTimes(2);
  expect(await findBarriers()).toEqual([]);
});

test('two people who changed the same thing see both versions; closing the dialog decides nothing', async () => {
  const decisions: string[] = [];
  const differences = [{ name: 'Subject', mine: 'Hello', theirs: '' }];
  const { user } = await show(
    <ConflictDialog
      text="Which should stay?"
      differences={differences}
      onKeep={() => decisions.push('keep')}
      onTake={() => decisions.push('take')}
      onClose={() => decisions.push('close')}
    />,
  );
  const cells = within(screen.getByRole('table', { name: 'Both versions' })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Subject', 'Hello', 'empty']);
  expect(await findBarriers()).toEqual([]);
  for (const name of ['Close', 'Take theirs', 'Keep mine']) await user.click(screen.getByRole('button', { name }));
  expect(decisions).toEqual(['close', 'take', 'keep']);
});
