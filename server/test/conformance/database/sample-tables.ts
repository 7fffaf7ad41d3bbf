import { randomUUID } from 'node:crypto';
import type {
  Database,
  ExportRead,
  ListRead,
  PlainStep,
  RowStep,
  StoreName,
  TableEffect,
} from '../../../src/database/database.ts';
import type { StoredType } from '../../../src/database/schema/table.ts';
import type { Value } from '../../../src/database/statement.ts';

/** `groups` have `items`: deleting a group deletes its items, but a pinned item keeps its group from being deleted. */
const ITEM_COLUMNS: readonly (readonly [name: string, type: StoredType])[] = [
  ['id', 'uuid'],
  ['title', 'text'],
  ['amount', 'integer'],
  ['group_id', 'reference'],
];

export interface Item {
  readonly id: string;
  readonly title: string | null;
  readonly amount: number;
  readonly group_id?: string | null;
}

export class SampleTables {
  readonly store: StoreName;
  readonly database: Database;
  readonly items: TableEffect;
  readonly groups: TableEffect;

  constructor(database: Database, store: StoreName = `p_${randomUUID().replaceAll('-', '')}`) {
    this.database = database;
    this.store = store;
    this.items = { id: randomUUID(), physical: 'items', cascadesTo: [] };
    this.groups = { id: randomUUID(), physical: 'groups', cascadesTo: [this.items.id] };
  }

  async create(): Promise<this> {
    const { types, afterColumns } = this.database.dialect;
    const steps = [
      this.plain(`CREATE TABLE ${this.#table('groups')} (id ${types.uuid} PRIMARY KEY)${afterColumns}`),
      this.plain(`CREATE TABLE ${this.#table('items')} (id ${types.uuid} PRIMARY KEY, title ${types.text} UNIQUE,
        amount ${types.integer}, group_id ${types.reference} REFERENCES ${this.#table('groups')} (id) ON DELETE CASCADE)${afterColumns}`),
      this.plain(`CREATE TABLE ${this.#table('pins')} (id ${types.uuid} PRIMARY KEY,
        group_id ${types.reference} REFERENCES ${this.#table('groups')} (id) ON DELETE RESTRICT)${afterColumns}`),
    ];
    await this.database.write(this.store, steps, { exclusive: true, nextSchemaVersion: 2 });
    return this;
  }

  plain(text: string, values: readonly Value[] = [], more: Partial<PlainStep> = {}): PlainStep {
    return { kind: 'plain', statement: { text, values }, ...more };
  }

  insert(items: readonly Item[], { isAllowed = true }: { readonly isAllowed?: boolean } = {}): RowStep {
    const places = ITEM_COLUMNS.map(([, type], index) => this.#value(index + 1, type)).join(', ');
    const change = `INSERT INTO ${this.#table('items')} (id, title, amount, group_id) VALUES (${places})`;
    const text = this.#returning(change, 'items', isAllowed);
    return {
      kind: 'rows',
      action: 'insert',
      table: this.items,
      statements: items.map(({ id, title, amount, group_id = null }) => ({
        text,
        values: [id, title, amount, group_id],
      })),
      newIds: items.map(({ id }) => id),
      onNoMatch: 'nothing',
    };
  }

  insertGroup(id: string): RowStep {
    const { dialect } = this.database;
    const change = `INSERT INTO ${this.#table('groups')} (id) VALUES (${this.#value(1, 'uuid')})`;
    const text = dialect.returning(change, 'groups', (row) => `${row}.id AS id, 1 AS ok, NULL AS json`, false);
    return {
      kind: 'rows',
      action: 'insert',
      table: this.groups,
      statements: [{ text, values: [id] }],
      onNoMatch: 'nothing',
    };
  }

  pinGroup(id: string): PlainStep {
    const places = `${this.#value(1, 'uuid')}, ${this.#value(2, 'uuid')}`;
    return this.plain(`INSERT INTO ${this.#table('pins')} (id, group_id) VALUES (${places})`, [randomUUID(), id]);
  }

  deleteGroup(id: string): RowStep {
    const { dialect } = this.database;
    const change = `DELETE FROM ${this.#table('groups')} WHERE id = ${this.#value(1, 'uuid')}`;
    const text = dialect.returning(change, 'groups', (row) => `${row}.id AS id, 1 AS ok, NULL AS json`, false);
    return {
      kind: 'rows',
      action: 'delete',
      table: this.groups,
      statements: [{ text, values: [id] }],
      onNoMatch: 'nothing',
    };
  }

  /** Adds to the amount; `isAllowed` is the rule's result for the new row. */
  add(id: string, amount: number, { isAllowed = true }: { readonly isAllowed?: boolean } = {}): RowStep {
    const change = `UPDATE ${this.#table('items')} SET amount = amount + ${this.#value(1, 'integer')} WHERE id = ${this.#value(2, 'uuid')}`;
    const look = `SELECT 1 AS found FROM ${this.#table('items')} WHERE id = ${this.#value(1, 'uuid')}`;
    return {
      kind: 'rows',
      action: 'update',
      table: this.items,
      statements: [{ text: this.#returning(change, 'items', isAllowed), values: [amount, id] }],
      onNoMatch: { text: look, values: [id] },
    };
  }

  /** Conflicts on the title; an existing row gets the amount. */
  upsert({ id, title, amount }: Item): RowStep {
    const places = ITEM_COLUMNS.slice(0, 3).map(([, type], index) => this.#value(index + 1, type));
    const change = `INSERT INTO ${this.#table('items')} (id, title, amount) VALUES (${places.join(', ')})
      ON CONFLICT (title) DO UPDATE SET amount = excluded.amount`;
    return {
      kind: 'rows',
      action: 'upsert',
      table: this.items,
      statements: [{ text: this.#returning(change, 'items', true), values: [id, title, amount] }],
      newIds: [id],
      onNoMatch: 'duplicate',
    };
  }

  deleteItems(minAmount: number, shownMax?: number): RowStep {
    const condition = `amount >= ${this.#value(1, 'integer')}`;
    const change = `DELETE FROM ${this.#table('items')} WHERE ${condition}`;
    const values = [minAmount];
    const bulk = this.database.dialect.returning(change, 'items', (row) => `${row}.id AS id, 1 AS ok`, false);
    const probe = `SELECT count(*) AS count FROM ${this.#table('items')} WHERE ${condition}`;
    return {
      kind: 'rows',
      action: 'delete',
      table: this.items,
      statements: [{ text: this.#returning(change, 'items', true), values }],
      onNoMatch: 'nothing',
      ...(shownMax !== undefined && {
        bulk: { statement: { text: bulk, values }, probe: { text: probe, values }, shownMax },
      }),
    };
  }

  /** The items in the order of their ids, with their count. */
  listAll(limit = 1000): ListRead {
    const rows = `SELECT ${this.#json('_t')} FROM ${this.#table('items')} AS _t ORDER BY _t.id LIMIT ${this.#value(1, 'integer')}`;
    const statement = { text: `SELECT count(*) AS count FROM ${this.#table('items')} AS _t`, values: [] };
    const count = { statement, tableId: this.items.id, lookedInto: [], whole: true };
    return { rows: { text: rows, values: [limit] }, count, cost: 'key' };
  }

  listFrom(minAmount: number, limit = 1000): ListRead {
    const where = `FROM ${this.#table('items')} AS _t WHERE _t.amount >= ${this.#value(1, 'integer')}`;
    const rows = `SELECT ${this.#json('_t')} ${where} ORDER BY _t.amount, _t.id LIMIT ${this.#value(2, 'integer')}`;
    const statement = { text: `SELECT count(*) AS count ${where}`, values: [minAmount] };
    const count = { statement, tableId: this.items.id, lookedInto: [], whole: false };
    return { rows: { text: rows, values: [minAmount, limit] }, count, cost: 'open' };
  }

  exportAll(order: 'id' | 'amount', format: ExportRead['format'] = { kind: 'json' }): ExportRead {
    const from = `FROM ${this.#table('items')} AS _t`;
    const orderBy = order === 'id' ? '_t.id' : '_t.amount DESC, _t.id';
    const select = `SELECT _t.id AS id, ${this.#json('_t')} AS json ${from}`;
    const after = `${select} WHERE _t.id > ${this.#value(1, 'uuid')} ORDER BY _t.id LIMIT ${this.#value(2, 'integer')}`;
    return {
      whole: { text: `SELECT ${this.#json('_t')} AS json ${from} ORDER BY ${orderBy}`, values: [] },
      afterId: order === 'id' ? { text: after, values: ['', 0] } : undefined,
      ids: { text: `SELECT _t.id AS id ${from} ORDER BY ${orderBy}`, values: [] },
      amongIds: { text: `${select} WHERE ${this.database.dialect.inList('_t.id', 1, 'uuid')}`, values: [[]] },
      format,
    };
  }

  async listed(read: ListRead): Promise<{ readonly rows: Item[]; readonly count: number | undefined }> {
    const { json, returned, count } = await this.database.list(this.store, read, 2);
    const rows = JSON.parse(`[${json}]`) as Item[];
    if (rows.length !== returned) throw new Error(`${returned} rows were promised, ${rows.length} came`);
    return { rows, count };
  }

  #returning(change: string, table: string, isAllowed: boolean): string {
    const ok = isAllowed ? 1 : 0;
    return this.database.dialect.returning(
      change,
      table,
      (row) => `${row}.id AS id, ${ok} AS ok, ${this.#json(row)} AS json`,
      true,
    );
  }

  #json(row: string): string {
    const columns = ITEM_COLUMNS.map(([name, type]) => ({ name, physical: name, type }));
    return this.database.dialect.rowJson(columns, row);
  }

  #table(name: string): string {
    return this.database.dialect.table(name);
  }

  #value(position: number, type: StoredType): string {
    return this.database.dialect.value(position, type);
  }
}

export function sampleId(number: number): string {
  return `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function sampleItem(number: number, more: Partial<Item> = {}): Item {
  return { id: sampleId(number), title: `item ${number}`, amount: number, group_id: null, ...more };
}

export function sampleItems(count: number, from = 0): Item[] {
  return Array.from({ length: count }, (_, index) => sampleItem(from + index));
}
