import '../../../test/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { SecurityEvents } from './security-events.tsx';

const failed = {
  id: '2',
  action: 'security.sign_in_failed',
  actor: { kind: 'anonymous', id: null, email: null },
  details: { count: 3 },
  ip: '203.0.113.9',
  created_at: '2026-03-14T09:26:53.000Z',
};
const other = { ...failed, id: '1', action: 'thing.<b>new', actor: { ...failed.actor, email: 'a@b.c' }, details: {} };

test('each security event says in plain words who did what, from where and how often, page by page', async () => {
  const calls = answerCalls(({ path }) =>
    path === '/api/cloud/auth/events' ? { data: [failed, other], count: 120 } : undefined,
  );
  const { user } = await show(<SecurityEvents />);
  const rows = within(await screen.findByRole('table', { name: 'Security events' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Sign-in failed 3 times.*anonymous.*203\.0\.113\.9/);
  expect(rows[2]?.textContent).toContain('thing.<b>new');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('101–102 of 120');
  expect(calls.map(({ query }) => query)).toEqual(['?limit=100&offset=0', '?limit=100&offset=100']);
});

test('an account without events says what will appear there, and a failure is shown in its place', async () => {
  answerCalls(() => ({ data: [], count: 0 }));
  await show(<SecurityEvents />);
  expect(await screen.findByText('No security events yet.')).toBeDefined();
  answerCalls(() => undefined);
  await show(<SecurityEvents />);
  expect((await screen.findByRole('alert')).textContent).toContain('No such thing.');
});
