import { expect, test } from 'vitest';
import type { MemberCall } from '../../../http/index.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { integrationsSubject } from '../integrations-subject.ts';
import { disconnect } from './connect.ts';

test('when the outcome of a disconnect is unknown, the connection is read again', async () => {
  const announced: string[] = [];
  const lost = new Error('the connection to the database broke off');
  const context = {
    connections: { deleteStep: () => ({}) },
    database: { write: () => Promise.reject(lost) },
    feed: { announce: (subject: string) => void announced.push(subject) },
  } as unknown as IntegrationsContext;
  const call = { project: { store: 'p_one' }, params: { kind: 'email' } } as unknown as MemberCall;
  await expect(disconnect(context, call)).rejects.toBe(lost);
  expect(announced).toEqual([integrationsSubject('p_one')]);
});
