import type { Caller, Project } from '../../../../callers/index.ts';
import { ServiceError, validationFailed } from '../../../../platform/errors.ts';
import type { ListInput, Rows } from '../../../rows/index.ts';
import type { BridgeAsk, BridgeReply } from '../../runtime/index.ts';
import { readFields, readFilters, readNames, readNumber, readOptions, requireText } from './read-args.ts';

type DataAsk = Extract<BridgeAsk, { readonly table: string }>;

interface RowsCaller {
  readonly project: Project;
  readonly caller: Caller;
}

type RowActions = Omit<Rows, 'routes'>;

/** `ctx.data`: the same actions and rules as over HTTP. Rows pass through as the JSON text that the database made. */
export async function askRows(rows: RowActions, { project, caller }: RowsCaller, ask: DataAsk): Promise<BridgeReply> {
  const { table, args } = ask;
  const [first, second] = args;
  switch (ask.op) {
    case 'data.list': {
      const { json } = await rows.list(project, caller, table, {
        ...readListInput(first, LIST_OPTIONS),
        count: 'none',
      });
      return { json: `[${json}]` };
    }
    case 'data.count': {
      const { count } = await rows.list(project, caller, table, { ...readListInput(first, COUNT_OPTIONS), limit: 0 });
      return { json: String(count ?? 0) };
    }
    case 'data.get':
      return { json: await rows.get(project, caller, table, { id: requireText('id', first) }).catch(nullWhenMissing) };
    case 'data.insert': {
      const { rows: inserted } = await rows.insert(project, caller, table, { body: first });
      return Array.isArray(first) ? manyRows(inserted) : oneRow(inserted);
    }
    case 'data.update':
      return await updateRows(rows, { project, caller }, { table, which: first, body: second });
    case 'data.remove':
      return await removeRows(rows, { project, caller }, { table, which: first });
    case 'data.aggregate':
      return { json: `[${(await rows.aggregate(project, caller, table, first)).json}]` };
    case 'data.batch': {
      const body = { items: first, ...readBatchOptions(second) };
      const { results } = await rows.batch(project, caller, table, { body });
      return { json: `[${results.join(',')}]` };
    }
  }
}

async function updateRows(
  rows: RowActions,
  { project, caller }: RowsCaller,
  { table, which, body }: { table: string; which: unknown; body: unknown },
): Promise<BridgeReply> {
  if (typeof which === 'string') {
    return oneRow((await rows.updateOne(project, caller, table, { id: which, body })).rows);
  }
  const touch = { ...readTouch(which), body, isMinimal: true };
  return { json: String((await rows.update(project, caller, table, touch)).touched) };
}

async function removeRows(
  rows: RowActions,
  { project, caller }: RowsCaller,
  { table, which }: { table: string; which: unknown },
): Promise<BridgeReply> {
  if (typeof which === 'string') return oneRow((await rows.removeOne(project, caller, table, { id: which })).rows);
  const touch = { ...readTouch(which), isMinimal: true };
  return { json: String((await rows.remove(project, caller, table, touch)).touched) };
}

/** Null when the caller may not read the row it wrote. */
function oneRow(rows: readonly string[] | undefined): BridgeReply {
  return { json: rows?.[0] ?? 'null' };
}

function manyRows(rows: readonly string[] | undefined): BridgeReply {
  return { json: rows === undefined ? 'null' : `[${rows.join(',')}]` };
}

function nullWhenMissing(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'row_not_found') return 'null';
  throw error;
}

const COUNT_OPTIONS = ['filter', 'search'];
const LIST_OPTIONS = ['filter', 'search', 'select', 'order', 'limit', 'offset', 'after', 'before'];

function readListInput(options: unknown, known: readonly string[]): ListInput {
  const { filter, search, select, order, limit, offset, after, before } = readOptions(options, known);
  return {
    filters: readFilters(filter),
    search: search ?? undefined,
    select: readNames('select', select),
    order: readNames('order', order),
    limit: readNumber(limit),
    offset: readNumber(offset),
    after: after ?? undefined,
    before: before ?? undefined,
  };
}

/** The target of an update or removal: `{filter}`, or `{all: true}` for every row. */
function readTouch(which: unknown): { filters: readonly unknown[] | undefined; isAll: boolean } {
  if (which === undefined || which === null) throw validationFailed({ filter: 'or the id of a row is needed' });
  const { filter, all = false } = readFields(which, ['filter', 'all']);
  if (typeof all !== 'boolean') throw validationFailed({ all: 'must be true or false' });
  return { filters: readFilters(filter), isAll: all };
}

function readBatchOptions(options: unknown): { atomic?: unknown } {
  const { atomic } = readFields(options, ['atomic']);
  return atomic === undefined ? {} : { atomic };
}
