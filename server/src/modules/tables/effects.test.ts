import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

/** A change of the catalogue is announced to all processes and recorded in the audit log. */
const CATALOGUE = ['_meta', '_tables', 'control.audit', 'control.change_counter', 'control.change_feed'];

describe.each(ENGINES)('the effects of routes of tables on %s', (engine) => {
  const open = openProject(engine);
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/tables${path}`, { method, ...(json && { json }) });
  const columns = [{ name: 'title', type: 'text' }];
  beforeAll(async () => {
    await open.project.createTable({ name: 'notes', columns });
    await open.project.secretApi('/data/notes', { json: [{ title: 'a' }, { title: 'b' }] });
    await open.project.createTable({ name: 'gone', columns });
  });

  it('a new table changes the catalogue', () =>
    expectOutcome(open, send('POST', '', { name: 'made', columns }), { status: 201, others: CATALOGUE }));

  it('a new column changes the catalogue and existing rows', () =>
    expectOutcome(open, send('PATCH', '/notes', { add_columns: [{ name: 'rank', type: 'integer' }] }), {
      status: 200,
      rows: { notes: 2 },
      others: CATALOGUE,
    }));

  it('new rules change the catalogue', () =>
    expectOutcome(open, send('PATCH', '/notes', { rules: { read: 'public' } }), {
      status: 200,
      others: CATALOGUE,
    }));

  it('a deleted table changes the catalogue', () =>
    expectOutcome(open, send('DELETE', '/gone'), { status: 200, others: CATALOGUE }));

  it('requests that are refused, dry runs and tests of rules have none', () =>
    expectRefusals(open, send, [
      [200, 'PATCH', '/notes?dry_run=true', { rename: 'other' }],
      [200, 'POST', '/notes/rules/test', { action: 'read', as: null }],
      [400, 'POST', '', { name: 'No Name', columns }],
      [400, 'PATCH', '/notes', { add_columns: [{ name: 'x', type: 'nothing' }] }],
      [404, 'PATCH', '/missing', { rename: 'other' }],
      [404, 'DELETE', '/missing'],
      [409, 'POST', '', { name: 'notes', columns }],
      [409, 'PATCH', '/notes', { add_columns: columns }],
    ]));
});
