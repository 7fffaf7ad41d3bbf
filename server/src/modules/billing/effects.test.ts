import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

describe.each(ENGINES)('the effects of routes of billing on %s', (engine) => {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/billing${path}`, { method, ...(json && { json }) });

  // The first read creates the balance.
  beforeAll(async () => expect((await open.project.cloudApi('/billing')).status).toBe(200));

  it('another plan changes the project', () =>
    expectOutcome(open, send('PATCH', '', { plan: 'pro' }), {
      status: 200,
      others: ['control.audit', 'control.change_counter', 'control.change_feed', 'control.projects'],
    }));

  it('a top-up changes the balance and is recorded with it', () =>
    expectOutcome(open, send('POST', '/entries', { amount: 100, kind: 'top_up' }), {
      status: 201,
      others: ['_balance', '_balance_entries', 'control.audit'],
    }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PATCH', '', { plan: 'golden' }],
      [400, 'POST', '/entries', { amount: 0, kind: 'top_up' }],
      [400, 'POST', '/entries', { amount: 100, kind: '' }],
    ]));
});
