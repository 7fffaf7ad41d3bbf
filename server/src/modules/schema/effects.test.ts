import { describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

describe.each(ENGINES)('the effects of routes of the schema on %s', (engine) => {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(path, { method, ...(json && { json }) });
  const notes = { columns: [{ name: 'title', type: 'text' }] };

  it('a dry run changes nothing', () =>
    expectOutcome(open, send('PUT', '/schema?dry_run=true', { version: 1, tables: { notes } }), { status: 200 }));

  it('a new table is stored, announced and recorded', () =>
    expectOutcome(open, send('PUT', '/schema', { version: 1, tables: { notes } }), {
      status: 200,
      others: ['_meta', '_tables', 'control.audit', 'control.change_counter', 'control.change_feed'],
    }));

  it('the same schema again changes nothing', () =>
    expectOutcome(open, send('PUT', '/schema', { version: 1, tables: { notes } }), { status: 200 }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PUT', '/schema', { version: 1, tables: { notes: { columns: [{ name: 'id', type: 'text' }] } } }],
      [400, 'PUT', '/schema', { version: 2, tables: {} }],
      [400, 'PUT', '/schema', { version: 1, tables: {} }],
    ]));
});
