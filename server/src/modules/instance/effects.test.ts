import { describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

describe.each(ENGINES)('the effects of routes of the installation on %s', (engine) => {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.server.adminApi(`/api/cloud/instance${path}`, { method, ...(json && { json }) });

  it('a backup of the installation is recorded', () =>
    expectOutcome(open, send('GET', '/backup'), { status: 200, others: ['control.audit'] }));

  it('requests that are refused have none', () => expectRefusals(open, send, [[415, 'POST', '/restore', {}]]));

  it('a document that does not fit has none', () =>
    expectOutcome(
      open,
      () =>
        open.server.adminApi('/api/cloud/instance/restore', {
          method: 'POST',
          body: 'no document',
          headers: { 'content-type': 'application/x-ndjson' },
        }),
      { status: 400 },
    ));
});
