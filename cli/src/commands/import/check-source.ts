import { loadOrder } from './load-order.ts';
import type { Source, SourceColumn, SourceRow, SourceTable } from './source.ts';
import { Uploads } from './uploads.ts';

/** Number of values remembered for each column; duplicates beyond it are not noticed. */
const SEEN_MAX = 1_000_000;
const TOLD_MAX = 50;
/** The same rule for addresses as on the server. */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})*$/u;

export interface Counts {
  readonly [kind: string]: { done: number; failed: number };
}

/** Counts what a run would import and reports what it would refuse, in the same words; sends nothing. */
export async function checkSource(source: Source): Promise<Counts> {
  const counts = { users: { done: 0, failed: 0 }, rows: { done: 0, failed: 0 }, files: { done: 0, failed: 0 } };
  await checkUsers(source, counts.users);
  const { order, later } = loadOrder(source.tables);
  const ids = new Map<string, SeenValues>();
  for (const table of order) {
    const check = new RowCheck(table, new Set(later.get(table.name)), ids);
    let line = 0;
    let told = 0;
    for await (const row of table.rows()) {
      line += 1;
      counts.files.done += Uploads.filesIn(row).length;
      const reason = check.problemOf(row);
      if (reason === undefined) {
        counts.rows.done += 1;
        continue;
      }
      counts.rows.failed += 1;
      told += 1;
      if (told <= TOLD_MAX) source.leftOut.push({ kind: 'row', name: `${table.name} ${line}`, reason });
    }
    if (told > TOLD_MAX) {
      const reason = `${told - TOLD_MAX} more rows would be refused.`;
      source.leftOut.push({ kind: 'row', name: table.name, reason });
    }
  }
  for await (const _ of source.files()) counts.files.done += 1;
  return counts;
}

async function checkUsers(source: Source, counts: { done: number; failed: number }): Promise<void> {
  const [addresses, ids] = [new SeenValues(), new SeenValues()];
  for await (const user of source.users()) {
    const address = user.email.trim().toLowerCase();
    const id = typeof user['id'] === 'string' ? user['id'] : undefined;
    const reason = addressProblem(address, addresses) ?? (id !== undefined && ids.has(id) ? SAME_ID : undefined);
    if (reason === undefined) {
      counts.done += 1;
      addresses.add(address);
      if (id !== undefined) ids.add(id);
    } else {
      counts.failed += 1;
      source.leftOut.push({ kind: 'user', name: user.email, reason });
    }
  }
}

const SAME_ID = 'id is the same as in another one before.';

function addressProblem(address: string, seen: SeenValues): string | undefined {
  if (!ADDRESS.test(address)) return 'email is no address.';
  return seen.has(address) ? 'email is the same as in another user before.' : undefined;
}

class SeenValues {
  readonly #values = new Set<string>();

  get isWhole(): boolean {
    return this.#values.size < SEEN_MAX;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  add(value: string): void {
    if (this.isWhole) this.#values.add(value);
  }
}

class RowCheck {
  readonly #table: SourceTable;
  readonly #later: ReadonlySet<string>;
  readonly #ids: Map<string, SeenValues>;
  readonly #unique = new Map<string, SeenValues>();

  constructor(table: SourceTable, later: ReadonlySet<string>, ids: Map<string, SeenValues>) {
    this.#table = table;
    this.#later = later;
    this.#ids = ids;
    ids.set(table.name, new SeenValues());
    for (const { name, unique } of table.columns) if (unique === true) this.#unique.set(name, new SeenValues());
  }

  problemOf(row: SourceRow): string | undefined {
    const id = typeof row['id'] === 'string' ? row['id'] : undefined;
    const own = this.#ids.get(this.#table.name);
    if (id !== undefined && own?.has(id)) return SAME_ID;
    for (const column of this.#table.columns) {
      const problem = this.#problemOfValue(column, row[column.name]);
      if (problem !== undefined) return `${column.name} ${problem}`;
    }
    if (id !== undefined) own?.add(id);
    for (const [name, seen] of this.#unique) if (row[name] != null) seen.add(JSON.stringify(row[name]));
    return undefined;
  }

  #problemOfValue({ name, type, required, table }: SourceColumn, value: unknown): string | undefined {
    if (value === null || value === undefined) {
      return required === true && !this.#later.has(name) ? 'is required.' : undefined;
    }
    if (type === 'integer' && !Number.isSafeInteger(value)) {
      return `is beyond ±(2^53−1): use --as-text ${this.#table.name}.${name} to keep such numbers as text.`;
    }
    if (type === 'number' && !Number.isFinite(value)) return 'is no finite number.';
    if (this.#unique.get(name)?.has(JSON.stringify(value))) return 'is the same as in another row before.';
    const targets = type === 'reference' && !this.#later.has(name) ? this.#ids.get(table ?? '') : undefined;
    if (targets?.isWhole && !targets.has(String(value))) return `points at no row of ${table}.`;
    return undefined;
  }
}
