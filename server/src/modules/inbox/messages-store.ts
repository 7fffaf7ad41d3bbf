import { and, type Condition, or } from '../../database/filter/index.ts';
import type { Database, ExportPage, ListResult, RowStep, StoreName, Value } from '../../database/index.ts';
import { type Column, visibleColumns } from '../../database/schema/index.ts';
import {
  compileList,
  compileRow,
  deleteRows,
  exportRows,
  idIs,
  insertRows,
  type OrderTerm,
  type Scope,
  updateRows,
} from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { scope } from '../tables/index.ts';
import { type MessageStatus, messagesTable } from './messages-table.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly from_name: string | null;
  readonly from_email: string | null;
  readonly user_id: string | null;
  readonly sender_verified: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status: MessageStatus;
  readonly spam_reason: string | null;
  readonly source_url: string | null;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly notified_at: string | null;
}

export type MessageField = Extract<keyof Message, string>;

/** A message as it is written: `metadata` is JSON text. */
export type NewMessageRow = Omit<Message, 'metadata' | 'read_at' | 'notified_at'> & { readonly metadata: string };

/** Selects messages by status (`welcome`: all but spam) and by a search text. */
export interface MessageFilter {
  readonly status: MessageStatus | 'welcome' | 'all';
  /** Part of the text, the name or the address; case does not matter. */
  readonly search?: string | undefined;
}

export interface MessagesPage extends MessageFilter {
  readonly limit: number;
  readonly offset: number;
  readonly order: readonly { readonly field: MessageField; readonly direction: 'asc' | 'desc' }[];
}

const ALWAYS: Condition = { kind: 'always' };
const SEARCHED: readonly MessageField[] = ['body', 'from_name', 'from_email'];

export type MessagesStore = ReturnType<typeof createMessagesStore>;

export function createMessagesStore(database: Database) {
  const { dialect } = database;
  const columns = visibleColumns(messagesTable, true);

  const update = (patch: ReadonlyMap<Column, Value>, where: Condition, shown?: readonly Column[]): RowStep =>
    updateRows(dialect, { table: messagesTable, patch, where, check: ALWAYS, shown, onNoMatch: 'nothing' });

  return {
    list: (store: StoreName, { limit, offset, order, ...filter }: MessagesPage): Promise<ListResult> =>
      database.list(
        store,
        compileList(dialect, { ...within(filter), order: order.map(termOf), limit, offset, count: true }),
      ),

    async count(store: StoreName, filter: MessageFilter): Promise<number> {
      const read = compileList(dialect, { ...within(filter), order: [], limit: 0, offset: 0, count: true });
      return (await database.list(store, read)).count ?? 0;
    },

    async find(store: StoreName, id: string): Promise<string | undefined> {
      const { json, returned } = await database.list(store, compileRow(dialect, ownScope(), id));
      return returned === 0 ? undefined : json;
    },

    async findAll(store: StoreName, ids: readonly string[]): Promise<readonly Message[]> {
      const filter = isAmong(ids);
      const read = { scope: ownScope(), filter, order: [], limit: ids.length, offset: 0, count: false };
      const { json } = await database.list(store, compileList(dialect, read));
      return JSON.parse(`[${json}]`) as Message[];
    },

    pages(store: StoreName, format: 'csv' | 'json', filter: MessageFilter): AsyncIterable<ExportPage> {
      const cells = columns.map(({ name, type }) => ({ name, json: type === 'json' }));
      const read = exportRows(dialect, {
        ...within(filter),
        order: [],
        format: format === 'json' ? { kind: 'json' } : { kind: 'csv', columns: cells, raw: false },
      });
      return database.pages(store, read);
    },

    insertStep: (row: NewMessageRow): RowStep =>
      insertRows(dialect, {
        table: messagesTable,
        rows: [new Map(Object.entries(row).map(([name, value]) => [columnOf(name), value]))],
        check: ALWAYS,
        shown: ID_ONLY,
      }),

    /** Returns the updated message as JSON text; undefined when it no longer exists. */
    async update(store: StoreName, id: string, patch: Partial<NewMessageRow & Pick<Message, 'read_at'>>) {
      const values = Object.entries(patch).map(([name, value]) => [columnOf(name), value] as const);
      const { results } = await database.write(store, [update(new Map(values), idIs(messagesTable, id), columns)]);
      const [changed] = results;
      return changed?.kind === 'rows' ? (changed.rows?.[0] ?? undefined) : undefined;
    },

    /** Records the time of the first mail about a message; later mails do not change it. */
    async noteMailed(store: StoreName, ids: readonly string[], nowMs: number): Promise<void> {
      const column = columnOf('notified_at');
      const where = and(isAmong(ids), { kind: 'is', column, value: 'null' });
      await database.write(store, [update(new Map([[column, isoTime(nowMs)]]), where)]);
    },

    async remove(store: StoreName, id: string): Promise<boolean> {
      const where = idIs(messagesTable, id);
      const step = deleteRows(dialect, { table: messagesTable, where, shown: undefined, onNoMatch: 'nothing' });
      const [deleted] = (await database.write(store, [step])).results;
      return deleted?.kind === 'rows' && deleted.touched > 0;
    },
  };
}

/** The id that an `insertStep` returned, or that an earlier request stored as its result. */
export function idOfInserted(json: string | null | undefined): string {
  return (JSON.parse(json ?? '{}') as { id: string }).id;
}

function ownScope(): Scope {
  const decision = scope(messagesTable, 'read', { kind: 'secret', id: 'inbox' }, 0);
  if (!decision.allowed) throw new Error('the inbox may not read its own table');
  return decision.scope;
}

function within({ status, search }: MessageFilter): { readonly scope: Scope; readonly filter: Condition } {
  const column = columnOf('status');
  const statuses: Condition =
    status === 'all'
      ? ALWAYS
      : status === 'welcome'
        ? { kind: 'compare', column, op: 'neq', values: ['spam'] }
        : { kind: 'compare', column, op: 'eq', values: [status] };
  return { scope: ownScope(), filter: and(statuses, search === undefined ? ALWAYS : holds(search)) };
}

function holds(search: string): Condition {
  return or(
    ...SEARCHED.map((name): Condition => {
      return { kind: 'compare', column: columnOf(name), op: 'ilike', values: [`*${search}*`] };
    }),
  );
}

function isAmong(ids: readonly string[]): Condition {
  return { kind: 'compare', column: columnOf('id'), op: 'in', values: ids };
}

function termOf({ field, direction }: MessagesPage['order'][number]): OrderTerm {
  return { column: columnOf(field), direction };
}

function columnOf(name: string): Column {
  const column = messagesTable.columnByName.get(name);
  if (column === undefined) throw new Error(`messages have no ${name}`);
  return column;
}

const ID_ONLY: readonly Column[] = [columnOf('id')];
