import { createHash } from 'node:crypto';
import type { TableChange as DefinitionChange, Dialect } from '../../../database/index.ts';
import {
  exchangedForeignKeys,
  indexChanges,
  type Preparation,
  preparationOf,
  rowConditions,
} from '../../../database/index.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import { type AlterTableInput, planAlter } from '../plan-alter.ts';
import { definitionChange } from '../table-plans.ts';

/** A change of a table with at most this many rows is made at once, because it takes little time. */
export const SMALL_ROWS = 10_000;

export interface PlannedChange {
  readonly before: StoredTable;
  readonly after: StoredTable;
  readonly change: DefinitionChange;
  readonly preparation: Preparation;
}

interface PlanInput {
  readonly input: AlterTableInput;
  readonly now: string;
  readonly ids: () => string;
  readonly dialect: Dialect;
  /** The names of the indexes that the change has prepared; absent before it has begun. */
  readonly prepared?: ReadonlySet<string>;
}

/** The table as the change leaves it. Throws the errors of `planAlter`. */
export function planChange(
  catalogue: Catalogue,
  before: StoredTable,
  { input, now, ids, dialect, prepared }: PlanInput,
): PlannedChange {
  const planned = planAlter(catalogue, before, input, { now, ids });
  const { pending: _, unbuilt = [], ...definition } = planned.definition;
  const leave = (later: readonly string[], updatedAt: string): PlannedChange => {
    const left = { ...definition, ...(later.length > 0 && { unbuilt: later }) };
    const after = { ...planned, definition: left, updatedAt };
    const change = definitionChange(catalogue, before, after);
    return { before, after, change, preparation: preparationOf(dialect, change) };
  };
  if (!isOwnWork(input)) {
    const exchanged = exchangedForeignKeys(dialect, { before: before.definition, after: definition });
    return leave([...unbuilt, ...exchanged], now);
  }
  const whole = leave([], before.updatedAt);
  // Rules that have changed since it began may need more indexes, which the next change builds.
  const names = whole.preparation.indexes.map(({ name }) => name);
  const later = names.filter((name) => prepared?.has(name) === false);
  return later.length === 0 ? whole : leave(later, before.updatedAt);
}

export function growsWithRows(dialect: Dialect, { change }: PlannedChange): boolean {
  const { before, after } = change;
  const { added, rebuilt } = indexChanges(dialect, change);
  const kept = new Set(after.columns.map(({ key }) => key));
  const isRewriting = dialect.rewritesTables && before.columns.some(({ key }) => !kept.has(key));
  const conditions = rowConditions({ before, after, added, physicalOf: (key) => key });
  const growing = [added, rebuilt, conditions, exchangedForeignKeys(dialect, change)];
  return growing.some((parts) => parts.length > 0) || isRewriting;
}

/** A change that the service makes on its own: it builds indexes that the table lacks, and validates foreign keys. */
export function isOwnWork(input: AlterTableInput): boolean {
  return Object.keys(input).length === 0;
}

/** Ids that follow from the change's own, so that planning it again gives its parts the same names. */
export function idsOfChange(changeId: string): () => string {
  let count = 0;
  return () => createHash('sha256').update(`${changeId}:${count++}`).digest('hex').slice(0, 32);
}
