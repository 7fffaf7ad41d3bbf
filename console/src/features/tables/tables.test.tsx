import '../../../test/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, findBarriers, focusedName, screen, show } from '../../../test/show.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import type { Column } from './column-types.ts';
import { CellEditor } from './grid/cell-editor.tsx';
import { CellPanel } from './grid/cell-panel.tsx';
import { FilterField, FilterTerms } from './grid/filter-bar.tsx';
import type { GridRow } from './grid/rows-api.ts';
import { TableData } from './grid/table-data.tsx';
import { UnsavedAlerts } from './grid/unsaved-alerts.tsx';
import { useGridChanges } from './grid/use-grid-changes.ts';
import { RulesView } from './rules/rules-view.tsx';
import { ColumnForm } from './structure/column-form.tsx';
import { IndexesRegion } from './structure/indexes-region.tsx';
import { PendingChange } from './structure/pending-change.tsx';
import { ReviewChanges } from './structure/review-changes.tsx';
import { NO_CHANGES } from './structure/structure-draft.ts';
import type { TableInfo } from './table-types.ts';
import { TablesRoom } from './tables-room.tsx';

const column = (values: Partial<Column>): Column => ({
  name: 'title',
  type: 'text',
  required: false,
  unique: false,
  indexed: false,
  hidden: false,
  read_only: false,
  ...values,
});
const DETAILS = column({ name: 'details', type: 'json' });
const TABLE: TableInfo = {
  name: 'notes',
  columns: [column({}), column({ name: 'stars', type: 'integer' })],
  rules: {
    read: 'public',
    create: 'authenticated',
    update: 'owner',
    delete: { level: 'role:editor', where: 'stars:gt:0' },
  },
  indexes: [{ columns: ['title', 'stars'], unique: true }],
  updated_at: '2026-01-01T00:00:00.000Z',
};
const ROW: GridRow = { id: 'r1', details: { a: 1 }, updated_at: '2026-01-01T00:00:00.000Z' };

beforeEach(() => void answerCalls(() => undefined));

test('a person chooses rules by keyboard, reads them as a sentence, and saves them under the version on the screen', async () => {
  const calls = answerCalls(({ method }) => (method === 'PATCH' ? { data: TABLE } : undefined));
  const { user } = await show(<RulesView table={TABLE} />);
  expect(
    screen.getByText('Users with the role “editor” may delete rows, as long as stars is more than 0.'),
  ).toBeDefined();
  expect(await findBarriers()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Delete'), 'owner');
  await user.clear(screen.getByLabelText('Delete condition'));
  expect(screen.getByText('Signed-in users may delete their own rows.')).toBeDefined();
  screen.getByLabelText('Delete condition').focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Changes saved.')).toBeDefined();
  const [{ headers, body } = never()] = calls.filter(({ method }) => method === 'PATCH');
  expect(headers.get('if-match')).toBe(`"${TABLE.updated_at}"`);
  expect(body).toEqual({ rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'owner' } });
});

function never(): never {
  throw new Error('Nothing was sent.');
}

test('a draft of rules can be tested before it is saved; invalid JSON is reported', async () => {
  const verdict = {
    allowed: false,
    reason: 'Nobody is signed in.',
    status: 403,
    code: 'forbidden',
    sample: [{ id: 1 }],
  };
  const calls = answerCalls(() => ({ data: verdict }));
  const { user } = await show(<RulesView table={TABLE} />);
  await user.selectOptions(screen.getByLabelText('Read'), 'private');
  const region = screen.getByRole('region', { name: 'View as' });
  await user.click(within(region).getByRole('button', { name: 'Try' }));
  expect((await within(region).findByRole('status')).textContent).toContain('Denied 403 forbidden');
  expect(calls.at(-1)?.body).toMatchObject({ action: 'read', as: null, rules: { read: 'private' } });
  expect(await findBarriers()).toEqual([]);
  await user.type(within(region).getByLabelText('Row'), '{{"half');
  await user.click(within(region).getByRole('button', { name: 'Try' }));
  expect(await within(region).findByRole('alert')).toBeDefined();
  expect(calls.length).toBe(1);
});

test('the column form asks only for options of the chosen type', async () => {
  answerCalls(() => ({ data: [{ name: 'people' }], count: 1 }));
  const onDone = vi.fn();
  const { user } = await show(<ColumnForm title="Add column" onDone={onDone} onClose={() => undefined} />);
  expect(focusedName()).toBe('Name');
  await user.keyboard('author');
  expect(screen.queryByLabelText('Refers to')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Type'), 'reference');
  expect(screen.queryByLabelText('Allowed values')).toBeNull();
  await user.selectOptions(
    await screen.findByLabelText('Refers to'),
    await screen.findByRole('option', { name: 'people' }),
  );
  await user.selectOptions(screen.getByLabelText(/^When deleted/), 'cascade');
  await user.click(screen.getByLabelText('Required'));
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add column' }));
  const wanted = { name: 'author', type: 'reference', table: 'people', on_delete: 'cascade', required: true };
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(expect.objectContaining(wanted)));
});

function Filters({ filter }: { readonly filter: string }) {
  const dialog = useDialog();
  return (
    <>
      <FilterField columns={TABLE.columns} filter={filter} dialog={dialog} />
      <FilterTerms filter={filter} />
      {dialog.element}
    </>
  );
}

test('a filter can be typed, is added with its quotes, and is removed term by term', async () => {
  const { user, router } = await show(<Filters filter="stars:gt:1,title:in:(a,b)" />);
  const filterNow = () => new URLSearchParams(router.state.location.searchStr).get('filter');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove filter stars:gt:1' }));
  await waitFor(() => expect(filterNow()).toBe('title:in:(a,b)'));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const dialog = screen.getByRole('dialog', { name: 'Add filter' });
  expect(focusedName()).toBe('Column');
  await user.selectOptions(within(dialog).getByLabelText('Operator'), 'contains');
  await user.type(within(dialog).getByLabelText(/^Value/), 'tea, hot{Enter}');
  await waitFor(() => expect(filterNow()).toBe('stars:gt:1,title:in:(a,b),title:contains:"tea, hot"'));
  await user.type(screen.getByLabelText('Filter'), ',stars:lt:9{Enter}');
  await waitFor(() => expect(filterNow()).toBe('stars:gt:1,title:in:(a,b),stars:lt:9'));
});

function Cell({ info, onSaved }: { readonly info: Column; readonly onSaved: (value: unknown) => void }) {
  const [row, setRow] = useState<GridRow>({ id: 'r1', [info.name]: info.type === 'boolean' ? true : 'tea' });
  const change = (next: GridRow, isDone = false): void => {
    setRow(next);
    if (isDone) onSaved(next[info.name]);
  };
  const props = { row, rowIdx: 0, column: {}, onRowChange: change, onClose: () => onSaved(row[info.name]) };
  return <CellEditor {...(props as unknown as Parameters<typeof CellEditor>[0])} info={info} />;
}

test('editing a cell selects its content, and leaving the cell saves it', async () => {
  const onSaved = vi.fn();
  const { user } = await show(<Cell info={column({})} onSaved={onSaved} />);
  expect(focusedName()).toBe('title');
  await user.keyboard('coffee{Tab}');
  expect(onSaved).toHaveBeenLastCalledWith('coffee');
  await show(<Cell info={column({ name: 'done', type: 'boolean' })} onSaved={onSaved} />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'done' }), 'null');
  expect(onSaved).toHaveBeenLastCalledWith('');
  await show(<Cell info={column({ name: 'kind', enum: ['a', 'b'], required: true })} onSaved={onSaved} />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
  expect(await findBarriers()).toEqual([]);
});

function Panel({ isEditable = true, onClose }: { readonly isEditable?: boolean; readonly onClose: () => void }) {
  const changes = useGridChanges('shop', 'notes');
  return (
    <>
      <UnsavedAlerts changes={changes} />
      <CellPanel table="notes" row={ROW} column={DETAILS} changes={changes} isEditable={isEditable} onClose={onClose} />
    </>
  );
}

test('JSON is edited as a whole: invalid text stays with the reason, valid text is saved only over the version on the screen', async () => {
  const saved = { ...ROW, details: { a: 2 }, updated_at: '2026-01-02T00:00:00.000Z' };
  const calls = answerCalls(({ method }) => ({ data: method === 'GET' ? ROW : [saved] }));
  const onClose = vi.fn();
  const { user } = await show(<Panel onClose={onClose} />);
  const field = await screen.findByLabelText('details');
  expect(field).toHaveProperty('value', '{\n  "a": 1\n}');
  expect(await findBarriers()).toEqual([]);
  await user.clear(field);
  await user.type(field, '{{"a":');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(field).toHaveProperty('value', '{"a":');
  expect(onClose).not.toHaveBeenCalled();
  await user.type(field, '2}');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [{ query, body } = never()] = calls.filter(({ method }) => method === 'PATCH');
  expect(new URLSearchParams(query).get('filter')).toBe(`id:eq:r1,updated_at:eq:${String(ROW['updated_at'])}`);
  expect(body).toEqual({ details: { a: 2 } });
});

test('people who may not write see the whole JSON and no buttons', async () => {
  answerCalls(() => ({ data: ROW }));
  await show(<Panel isEditable={false} onClose={() => undefined} />);
  expect(await screen.findByLabelText('details')).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test.each([
  [10, 'Tables with their indexes: 10 B of 1.0 KB', undefined],
  [1000, 'Tables with their indexes: 1000 B of 1.0 KB', 'The room is nearly used up.'],
  [2048, 'Tables with their indexes: 2.0 KB of 1.0 KB', 'The room is used up.'],
])('with %i bytes the size of the tables reads %s', async (bytes, sentence, warning) => {
  answerCalls(({ path }) => (path.endsWith('/usage') ? { data: { rows: { bytes, bytes_max: 1024 } } } : undefined));
  await show(<TablesRoom />);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByText(/^The room is/)?.textContent.split(' At ')[0]).toBe(warning);
  expect(await findBarriers()).toEqual([]);
  await show(<TablesRoom onlyWhenNearlyFull />);
  if (warning === undefined) await expect(screen.findByText(sentence, {}, { timeout: 200 })).rejects.toThrow();
  else expect(await screen.findByText(sentence)).toBeDefined();
});

function GridWrites() {
  const changes = useGridChanges('shop', 'notes');
  return (
    <>
      <button type="button" onClick={() => void changes.save({ ...ROW, title: 'old' }, column({}), 'new')}>
        Change title
      </button>
      <button type="button" onClick={() => void changes.remove(['r1'])}>
        Delete row
      </button>
    </>
  );
}

test('undoing a cell edit or a deletion also removes its notice', async () => {
  const saved = { ...ROW, title: 'new', updated_at: '2026-01-02T00:00:00.000Z' };
  const calls = answerCalls(() => ({ data: [saved], count: 1 }));
  const { user } = await show(<GridWrites />);
  await user.click(screen.getByRole('button', { name: 'Change title' }));
  await screen.findByText('title changed.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('title changed back.');
  expect(screen.queryByText('title changed.')).toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([{ title: 'new' }, { title: 'old' }]);
  await user.click(screen.getByRole('button', { name: 'Delete row' }));
  await screen.findByText('1 row deleted.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 row restored.');
  expect(screen.queryByText('1 row deleted.')).toBeNull();
});

test('if one of several changes cannot be made, none is applied', async () => {
  const effects = [{ column: 'stars', change: 'required', problem: 'nulls', rows: 2 }];
  answerCalls(({ method }) => ({ data: method === 'PATCH' ? { ...TABLE, effects } : TABLE }));
  const draft = { ...NO_CHANGES, changed: { stars: { required: true } } };
  await show(<ReviewChanges table={TABLE} draft={draft} onApplied={never} onClose={never} />);
  expect(await screen.findByText(/2 rows have no value/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Apply changes' })).toHaveProperty('disabled', true);
  expect(await findBarriers()).toEqual([]);
});

test('a mistake in a filter keeps the rows, is reported once at the field, and is marked in the text', async () => {
  const row = { ...ROW, title: 'Tea', stars: 3 };
  const refused = {
    error: 'There is no operator "qe" (character 7).',
    code: 'invalid_filter',
    details: { position: 7 },
  };
  answerCalls(() => ({ data: [row], count: 1 }));
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    const request = new Request(input);
    return request.url.includes('qe') ? Response.json(refused, { status: 400 }) : await fetch(request);
  };
  const { user } = await show(<TableData table={TABLE} isEditor />);
  await screen.findByText('1–1 of 1');
  await user.type(screen.getByLabelText('Filter'), 'stars:qe:3{Enter}');
  const field = screen.getByLabelText('Filter');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.querySelector('mark')?.textContent).toBe('qe');
  expect(screen.getByRole('grid', { name: 'notes' })).toBeDefined();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

const SLOW = {
  index: { columns: ['stars', 'title'] },
  lists: 7,
  mean_ms: 31,
  slowest_ms: 90,
  last_at: TABLE.updated_at,
};

test('an index of several columns is added by choice or from a slow list, and removed after a confirmation', async () => {
  const calls = answerCalls(({ path }) =>
    path.endsWith('/slow-lists')
      ? {
          data: [
            { ...SLOW, table: 'notes' },
            { ...SLOW, table: 'other' },
          ],
          count: 2,
        }
      : { data: TABLE, count: 1 },
  );
  const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const { user } = await show(<IndexesRegion table={TABLE} isEditor />);
  expect(within(screen.getByRole('table', { name: 'Indexes' })).getByText('title, stars')).toBeDefined();
  expect(await screen.findAllByText('stars, title')).toHaveLength(1);
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add the index on stars, title' }));
  await waitFor(() => expect(changes()).toEqual([{ add_indexes: [{ columns: ['stars', 'title'], unique: false }] }]));
  await user.click(screen.getByRole('button', { name: 'Add index' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add index' }));
  expect(dialog.queryByLabelText('Column 3')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Column 1'), 'stars');
  await user.selectOptions(dialog.getByLabelText('Column 2'), 'title');
  expect(dialog.getByLabelText('Column 3')).toBeDefined();
  await user.click(dialog.getByLabelText('Unique'));
  await user.click(dialog.getByRole('button', { name: 'Add index' }));
  await waitFor(() =>
    expect(changes().at(-1)).toEqual({ add_indexes: [{ columns: ['stars', 'title'], unique: true }] }),
  );
  await user.click(screen.getByRole('button', { name: 'Actions for the index on title, stars' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove index' }));
  await user.click(await screen.findByRole('button', { name: 'Remove index' }));
  await waitFor(() => expect(changes().at(-1)).toEqual({ drop_indexes: [['title', 'stars']] }));
});

test('a change under way shows its progress, and can be cancelled by an editor', async () => {
  let state = 'running';
  const calls = answerCalls(({ method, path }) => {
    if (!path.endsWith('/table-changes/c1')) return undefined;
    if (method === 'DELETE') state = 'cancelled';
    const endedAt = state === 'running' ? null : '2026-01-01T00:00:00.000Z';
    return { data: { id: 'c1', state, progress: 0.42, error: null, ended_at: endedAt } };
  });
  const { user } = await show(<PendingChange id="c1" isEditor={true} />);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel change' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel change' }));
  expect(await screen.findByText('The change of the table was cancelled.')).toBeDefined();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a change that failed says why', async () => {
  const error = { code: 'duplicate', error: "Some rows have the same 'title', so it cannot be unique." };
  answerCalls(({ path }) =>
    path.endsWith('/table-changes/c1')
      ? { data: { id: 'c1', state: 'failed', progress: 0, error, ended_at: '2026-01-01T00:00:00.000Z' } }
      : undefined,
  );
  await show(<PendingChange id="c1" isEditor={false} />);
  expect(await screen.findByText(error.error)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Cancel change' })).toBeNull();
});
