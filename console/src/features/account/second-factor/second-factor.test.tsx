import '../../../../test/dom.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, focusedName, screen, show } from '../../../../test/show.tsx';
import { SecondFactor } from './second-factor.tsx';

const SECRET = 'JBSWY3DPEHPK3PXP';
const CODES = ['aaaa-bbbb', 'cccc-dddd'];
const MFA = '/api/cloud/auth/mfa/totp';
const enrolled = {
  data: { secret: SECRET, otpauth_url: `otpauth://totp/Console:a@b.c?secret=${SECRET}&issuer=Console` },
};
const dialog = () => within(screen.getByRole('dialog'));

test('a person turns on a second factor with the QR code or the secret, confirms a code, and saves the recovery codes', async () => {
  const calls = answerCalls(({ path }) =>
    path === `${MFA}/enroll` ? enrolled : path === `${MFA}/verify` ? { data: { recovery_codes: CODES } } : undefined,
  );
  const { user } = await show(<SecondFactor isOn={false} />);
  await user.click(screen.getByRole('button', { name: 'Turn on second factor' }));
  const picture = await dialog().findByRole('img', { name: 'Picture to scan' });
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h/);
  expect(dialog().getByLabelText('Secret')).toHaveProperty('value', SECRET);
  expect(focusedName()).toBe('Code');
  expect(await findBarriers()).toEqual([]);
  await user.keyboard('123 456{Enter}');
  expect(await dialog().findByText('aaaa-bbbb')).toBeDefined();
  expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: `${MFA}/enroll`, body: {} },
    { method: 'POST', path: `${MFA}/verify`, body: { code: '123 456' } },
  ]);
  expect(await findBarriers()).toEqual([]);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(dialog().getByRole('alert').textContent).toContain('never shown again');
  await user.click(dialog().getByRole('button', { name: 'Back to it' }));
  await user.click(dialog().getByRole('button', { name: 'Copy codes' }));
  expect(await navigator.clipboard.readText()).toBe('aaaa-bbbb\ncccc-dddd\n');
  expect(dialog().getByRole('link', { name: 'Download codes' }).getAttribute('download')).toBe('recovery-codes.txt');
  await user.click(dialog().getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.documentElement.innerHTML + JSON.stringify({ ...sessionStorage })).not.toContain('aaaa');
});

test('an older session asks for the password, and the field shows that a code is wrong', async () => {
  const refusals = new Map<string, object>([
    [`${MFA}/enroll`, { error: 'Send your password.', code: 'password_required', details: {} }],
    [`${MFA}/verify`, { error: 'The code is wrong.', code: 'invalid_credentials', details: {} }],
  ]);
  const calls = answerCalls(() => enrolled);
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    const request = new Request(input);
    const answer = await fetch(request.clone());
    const { pathname } = new URL(request.url);
    const refusal = (await request.text()).includes('pass') ? undefined : refusals.get(pathname);
    return refusal === undefined ? answer : Response.json(refusal, { status: 400 });
  };
  const { user } = await show(<SecondFactor isOn={false} />);
  await user.click(screen.getByRole('button', { name: 'Turn on second factor' }));
  await user.type(await dialog().findByLabelText('Current password'), 'my pass{Enter}');
  await user.type(await dialog().findByLabelText('Code'), '000000{Enter}');
  await waitFor(() => expect(dialog().getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'));
  expect(dialog().getByText('The code is wrong.')).toBeDefined();
  expect(dialog().queryByRole('alert')).toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([{}, { password: 'my pass' }, { code: '000000' }]);
});

test('a person turns off the second factor with the password', async () => {
  const calls = answerCalls(() => ({ count: 1 }));
  const { user } = await show(<SecondFactor isOn />);
  expect(screen.getByText('On')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Turn on second factor' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Turn off second factor' }));
  expect(await findBarriers()).toEqual([]);
  await user.keyboard('my pass{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'DELETE', path: MFA, body: { password: 'my pass' } },
  ]);
});
