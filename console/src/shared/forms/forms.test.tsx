import '../../../test/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findBarriers, focusedName, mount, screen, show } from '../../../test/show.tsx';
import { ApiFailure } from '../api/api-failure.ts';
import type { FieldSpec } from './field-spec.ts';
import { FormDialog } from './form-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';

const FIELDS: readonly FieldSpec[] = [
  { name: 'name', label: 'Name', isRequired: true, hint: 'What it is called.' },
  { name: 'secret', label: 'Secret', kind: 'password' },
  { name: 'kind', label: 'Kind', kind: 'select', options: [{ value: 'http' }, { value: 'scheduled' }] },
  { name: 'schedule', label: 'Schedule', isShown: ({ kind }) => kind === 'scheduled' },
  { name: 'notes', label: 'Notes', kind: 'multiline' },
  { name: 'enabled', label: 'Enabled', kind: 'switch' },
];
const never = (): Promise<never> => Promise.reject(new Error('This must not happen.'));

test('a dialog can be filled in and submitted by keyboard alone; an untouched select has its first value', async () => {
  const send = vi.fn((_: object) => Promise.resolve());
  const onClose = vi.fn();
  const { user } = await show(<FormDialog title="New thing" fields={FIELDS} send={send} onClose={onClose} />);
  expect(focusedName()).toBe('Name');
  expect(screen.queryByLabelText('Schedule')).toBeNull();
  expect(await findBarriers()).toEqual([]);
  await user.keyboard('greet{Tab}s3cret{Tab}{Tab}one{Enter}two{Tab} ');
  expect(screen.getByLabelText('Enabled')).toHaveProperty('checked', true);
  screen.getByLabelText('Name').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const entered = { name: 'greet', secret: 's3cret', kind: 'http', notes: 'one\ntwo', enabled: true };
  expect(send.mock.calls).toEqual([[entered]]);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

const NOTE: FieldSpec = { name: 'note', label: 'Note', kind: 'growing' };

test('a text field has one line until it is expanded, and Enter submits a single line without a line break', async () => {
  const send = vi.fn((_: object) => Promise.resolve(false));
  const { user } = await show(<FormDialog title="New row" fields={[NOTE]} send={send} onClose={never} />);
  expect(screen.getByLabelText('Note').tagName).toBe('INPUT');
  await user.keyboard('one{Enter}');
  await waitFor(() => expect(send.mock.calls).toEqual([[{ note: 'one' }]]));
  await user.type(screen.getByLabelText('Note'), 'one');
  await user.click(screen.getByRole('button', { name: 'Several lines' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Note'));
  await user.keyboard('{Enter}two');
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'one\ntwo');
  expect(await findBarriers()).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(send.mock.lastCall).toEqual([{ note: 'one\ntwo' }]));
});

test('pasted lines stay separate lines, and Ctrl+S submits as well', async () => {
  const send = vi.fn((_: object) => Promise.resolve(false));
  const { user } = await show(<FormDialog title="New row" fields={[NOTE]} send={send} onClose={never} />);
  await user.keyboard('ab{ArrowLeft}');
  await user.paste('1\r\n2');
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'a1\n2b');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(send.mock.calls).toEqual([[{ note: 'a1\n2b' }]]));
});

test('an error from the API appears at its field, is announced with it, and keeps everything that was typed', async () => {
  const fields = { name: 'is taken' };
  const send = () => Promise.reject(new ApiFailure(409, { error: 'Some fields are wrong.', details: { fields } }));
  const { user } = await show(<FormDialog title="New thing" fields={FIELDS} send={send} onClose={() => never()} />);
  await user.keyboard('greet{Enter}');
  const name = screen.getByLabelText('Name');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  const descriptions = (name.getAttribute('aria-describedby') ?? '').split(' ');
  const described = descriptions.map((id) => document.getElementById(id)?.textContent);
  expect(described).toContain('Name is taken.');
  expect(described).toContain('What it is called.');
  expect(name).toHaveProperty('value', 'greet');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await findBarriers()).toEqual([]);
});

test('typed text survives a reload, except for secrets; Cancel discards it', async () => {
  const dialog = <FormDialog title="New thing" fields={FIELDS} send={never} onClose={() => undefined} />;
  const { user, unmount } = await show(dialog);
  await user.keyboard('greet{Tab}s3cret');
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('s3cret');
  const again = await mount(dialog);
  expect(screen.getByText('Draft restored')).toBeDefined();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'greet');
  expect(screen.getByLabelText('Secret')).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  again.unmount();
  await mount(dialog);
  expect(screen.queryByText('Draft restored')).toBeNull();
});

interface SettingsProps {
  readonly stored: { readonly name: string; readonly version: string };
  readonly onSend: (sent: unknown) => void;
}

/** A settings form with stored values; like the API, accepts a write only for version 2. */
function Settings({ stored, onSend }: SettingsProps) {
  return (
    <SettingsForm
      fields={FIELDS.slice(0, 1)}
      initial={{ name: stored.name }}
      version={stored.version}
      draft="settings"
      reload={() => undefined}
      send={({ name }, version) => {
        onSend({ name, version });
        const refused = { error: 'Changed meanwhile.', code: 'conflict', details: { current: '2' } };
        return version === '2' ? Promise.resolve() : Promise.reject(new ApiFailure(409, refused));
      }}
    />
  );
}

test('a form whose data changed while a person typed asks before it overwrites, and shows both versions', async () => {
  const sent: unknown[] = [];
  const onSend = (one: unknown) => sent.push(one);
  const { user, unmount } = await show(<Settings stored={{ name: 'old', version: '1' }} onSend={onSend} />);
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Name'), ' mine');
  unmount();
  // Reading again returns the values that another person has stored.
  await mount(<Settings stored={{ name: 'theirs', version: '2' }} onSend={onSend} />);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'old mine');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Changed by another person' });
  const cells = within(dialog).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Name', 'old mine', 'theirs']);
  expect(await findBarriers()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'old mine');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
  expect(await screen.findByText('Changes saved.')).toBeDefined();
  expect(sent).toEqual(['1', '1', '2'].map((version) => ({ name: 'old mine', version })));
});

test('people who may not change settings see them without buttons', async () => {
  const initial = { name: 'Shop', kind: 'http', notes: '', enabled: true };
  await show(<SettingsForm fields={FIELDS} initial={initial} draft="settings" isReadOnly send={never} />);
  expect(screen.getByLabelText('Name')).toHaveProperty('readOnly', true);
  expect(screen.getByLabelText('Enabled')).toHaveProperty('disabled', true);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(await findBarriers()).toEqual([]);
});
