import { describe, expect, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

const TAR = { 'content-type': 'application/x-tar' };
const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe.each(ENGINES)('the effects of routes of backups on %s', (engine) => {
  const open = openProject(engine);
  let id = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(path, { method, ...(json && { json }) });
  const ended = async () => {
    const read = () => open.project.cloudApi<{ data: { state: string } }>(`/backups/${id}`);
    await expect.poll(async () => (await read()).body.data.state).toBe('ready');
  };

  it('a backup is recorded', () =>
    expectOutcome(
      open,
      async () => {
        const started = await open.project.cloudApi<{ data: { id: string } }>('/backups', { method: 'POST', json: {} });
        id = started.body.data.id;
        await ended();
        return started;
      },
      { status: 202, others: ['control.audit', 'control.backups'] },
    ));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'POST', '/backups', { exclude: ['everything'] }],
      [404, 'DELETE', `/backups/${UNKNOWN}`],
      [415, 'POST', '/restore', {}],
    ]));

  it('a restore that fails is recorded and changes nothing else', () =>
    expectOutcome(open, () => open.project.cloudApi('/restore', { method: 'POST', body: 'no archive', headers: TAR }), {
      status: 400,
      others: ['control.projects', 'control.restores'],
    }));

  it('a deletion deletes the record', () =>
    expectOutcome(open, async () => send('DELETE', `/backups/${id}`)(), {
      status: 200,
      others: ['control.audit', 'control.backups'],
    }));
});
