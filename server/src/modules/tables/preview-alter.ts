import type { Project } from '../../callers/index.ts';
import { countInTheWay, type RowCheck } from '../../database/index.ts';
import type { Answer } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { adviceFor, withAdvice } from './advice.ts';
import { buildCatalogue, type Catalogue, type StoredTable } from './catalogue.ts';
import { requireStored, requireTable } from './change-tables.ts';
import { type ColumnEffect, effectsOf, type PlannedEffect } from './column-effects.ts';
import { followChange } from './follow-change.ts';
import { type AlterTableInput, planAlter } from './plan-alter.ts';
import { presentTable } from './present-table.ts';
import type { TablesContext } from './tables-context.ts';

interface Preview {
  readonly after: StoredTable;
  readonly inUse: ReadonlySet<string>;
}

/** Shows the table after a change and counts the rows that would block it. Changes nothing. */
export async function previewAlter(
  context: TablesContext,
  at: { readonly project: Project; readonly name: string },
  input: AlterTableInput,
): Promise<Answer> {
  const catalogue = await context.cache.get(at.project.store);
  const before = requireStored(catalogue, at.name);
  const { after, inUse } = preview(context, catalogue, before, input);
  const planned = effectsOf(before.definition, input);
  const counts = await countRows(context, at.project, { before, version: catalogue.version, planned });
  const effects = planned.map((effect, index) => judge(effect, counts[index] ?? [], inUse));
  const { tables } = buildCatalogue(catalogue.version, [...otherTables(catalogue, before), after]);
  const table = requireTable({ tables }, after.definition.name);
  const body = { data: { ...presentTable(table), effects }, count: 1 };
  return { status: 200, body: withAdvice(body, adviceFor(table, input.rules)) };
}

/** A column that is in use is reported as a problem and does not stop the preview. */
function preview(
  { clock, ids }: TablesContext,
  catalogue: Catalogue,
  before: StoredTable,
  input: AlterTableInput,
): Preview {
  const making = { now: isoTime(clock.now()), ids };
  const inUse = new Set<string>();
  for (let left = input; ; ) {
    try {
      const after = planAlter(catalogue, before, left, making);
      followChange(catalogue, before, after);
      return { after, inUse };
    } catch (error) {
      const used = usedColumns(error).filter((name) => left.drop_columns?.includes(name));
      if (used.length === 0) throw error;
      for (const name of used) inUse.add(name);
      left = { ...left, drop_columns: left.drop_columns?.filter((name) => !inUse.has(name)) ?? [] };
    }
  }
}

function usedColumns(error: unknown): readonly string[] {
  if (!(error instanceof ServiceError) || error.code !== 'in_use') return [];
  return Object.keys((error.details?.['fields'] ?? {}) as object);
}

function otherTables({ stored }: Catalogue, before: StoredTable): StoredTable[] {
  return [...stored.values()].filter(({ definition }) => definition.id !== before.definition.id);
}

async function countRows(
  { database }: TablesContext,
  { store }: Project,
  asked: { readonly before: StoredTable; readonly version: number; readonly planned: readonly PlannedEffect[] },
): Promise<readonly (readonly number[])[]> {
  const checks = asked.planned.flatMap((effect) => effect.checks);
  if (checks.length === 0) return asked.planned.map(() => []);
  const read = countInTheWay(
    database.dialect,
    asked.before.definition,
    checks.map(({ check }): RowCheck => check),
  );
  const { json } = await database.list(store, read, asked.version);
  const counts = JSON.parse(json) as Readonly<Record<string, number>>;
  let next = 0;
  return asked.planned.map((effect) => effect.checks.map(() => Number(counts[`_${next++}`] ?? 0)));
}

function judge(
  { column, change, checks }: PlannedEffect,
  counts: readonly number[],
  inUse: ReadonlySet<string>,
): ColumnEffect {
  if (change === 'drop' && inUse.has(column)) return { column, change, problem: 'in_use', rows: counts[0] ?? 0 };
  for (const [index, { problem, spared = 0 }] of checks.entries()) {
    const rows = (counts[index] ?? 0) - spared;
    if (problem !== null && rows > 0) return { column, change, problem, rows };
  }
  const touched = checks.findIndex(({ problem }) => problem === null);
  return { column, change, problem: null, rows: counts[touched] ?? 0 };
}
