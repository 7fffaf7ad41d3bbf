import { beforeEach, describe, it } from 'vitest';
import { type Answer, ENGINES, expectOutcome, openTable } from '../../../test/index.ts';

describe.each(ENGINES)('the effects of routes of rows on %s', (engine) => {
  const open = openTable(engine, {
    name: 'notes',
    rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
    columns: [{ name: 'title', type: 'text', unique: true }],
  });
  const path = '/data/notes';
  let id = '';
  beforeEach(async () => {
    await open.project.secretApi(`${path}?all=true`, { method: 'DELETE' });
    const made = await open.project.secretApi<Answer>(path, { json: [{ title: 'one' }, { title: 'two' }] });
    id = String(made.body.data[0]?.['id']);
  });

  it('an upsert changes the existing row and adds the new one', () =>
    expectOutcome(
      open,
      () => open.project.api(`${path}?on_conflict=title`, { json: [{ title: 'one' }, { title: 'three' }] }),
      { status: 201, rows: { notes: 2 } },
    ));

  it('a change of one row changes that row', () =>
    expectOutcome(open, () => open.project.api(`${path}/${id}`, { method: 'PATCH', json: { title: 'x' } }), {
      status: 200,
      rows: { notes: 1 },
    }));

  it('a change by filter changes the matching rows', () =>
    expectOutcome(
      open,
      () => open.project.api(`${path}?filter=title:eq:two`, { method: 'PATCH', json: { title: 'x' } }),
      { status: 200, rows: { notes: 1 } },
    ));

  it('a deletion deletes the row', () =>
    expectOutcome(open, () => open.project.api(`${path}/${id}`, { method: 'DELETE' }), {
      status: 200,
      rows: { notes: 1 },
    }));

  it('a deletion by filter deletes the matching rows', () =>
    expectOutcome(open, () => open.project.api(`${path}?filter=title:in:(one,two)`, { method: 'DELETE' }), {
      status: 200,
      rows: { notes: 2 },
    }));

  it('a batch has the effects of its items', () =>
    expectOutcome(
      open,
      () => open.project.api(`${path}/batch`, { json: [{ title: 'three' }, { title: 'four' }, { op: 'delete', id }] }),
      {
        status: 200,
        rows: { notes: 2 },
      },
    ));

  it('an import adds its rows and an entry in the audit log', () =>
    expectOutcome(
      open,
      () =>
        open.project.cloudApi('/tables/notes/import?format=csv', {
          method: 'POST',
          body: 'title\nthree\nfour\n',
          headers: { 'content-type': 'text/csv' },
        }),
      { status: 200, rows: { notes: 2 }, others: ['control.audit'] },
    ));

  it('an aggregate has none', () =>
    expectOutcome(open, () => open.project.api(`${path}/aggregate`, { json: { op: 'count' } }), { status: 200 }));
});
