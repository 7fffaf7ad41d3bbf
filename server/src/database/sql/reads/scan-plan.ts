import type { ScanPaths } from '../../database.ts';
import type { Dialect } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column, Table } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { findSearch } from '../search-rows.ts';
import { type AccessPath, pathsTo, pinsKey, type RankedPath } from './list-plan.ts';
import { columnsOf, matchesText, probeText } from './list-source.ts';
import { FETCHED_COST } from './race-paths.ts';

/** Relative to testing a row in key order, as `FETCHED_COST`. */
const INDEX_ENTRY_COST = 0.5;

const FILTERS_MAX = 3;

export interface RowsToScan {
  readonly table: Table;
  readonly condition: Condition;
  readonly columns: readonly Column[];
  /** The statement groups by these columns. An index that begins with the first of them saves sorting. */
  readonly groups?: readonly Column[];
}

export interface Scan {
  readonly rows: Statement;
  readonly paths: ScanPaths | undefined;
}

type CompileScan = (into: Bindings, from: string) => Statement;

/** An engine that cannot tell how many rows an index finds gets a statement for each index that may find few. */
export function compileScan(dialect: Dialect, scanned: RowsToScan, compile: CompileScan): Scan {
  const statementOf = (path: AccessPath | undefined): Statement => {
    const into = new Bindings(dialect);
    return compile(into, matchesText(into, scanned, path));
  };
  const { table, condition } = scanned;
  // For the service's own tables only the engine knows the indexes.
  const isPlanned = dialect.indexHint !== undefined && table.indexes.length > 0;
  if (!isPlanned || pinsKey(condition) || findSearch(dialect, condition) !== undefined) {
    return { rows: statementOf(undefined), paths: undefined };
  }
  const { rest, restCost, filters } = planScan(scanned);
  return {
    rows: statementOf(rest),
    paths:
      filters.length === 0
        ? undefined
        : {
            tableId: table.id,
            rowCost: restCost,
            filters: filters.map((path) => ({
              rowCost: FETCHED_COST,
              rows: () => statementOf(path),
              probe: () => {
                const into = new Bindings(dialect);
                return into.statement(probeText(into, { table }, path));
              },
            })),
          },
  };
}

interface ScanPlan {
  /** The path when no filter finds few rows; undefined: the engine chooses. */
  readonly rest: AccessPath | undefined;
  readonly restCost: number;
  readonly filters: readonly AccessPath[];
}

function planScan(scanned: RowsToScan): ScanPlan {
  const { table, condition, groups = [] } = scanned;
  const [all, ...others] = pathsTo(table, condition);
  const isGrouped = ({ index }: AccessPath): boolean => index?.columns[0] === groups[0];
  const paths = others.sort((a, b) => b.width - a.width || Number(isGrouped(b)) - Number(isGrouped(a)));
  const covering = paths.find((path) => holdsColumns(path, scanned));
  const filters = paths.filter(({ width }) => width > (covering?.width ?? 0)).slice(0, FILTERS_MAX);
  if (covering !== undefined) return { rest: covering, restCost: INDEX_ENTRY_COST, filters };
  const isFree = filters.length === 0 && groups.length === 0;
  return { rest: isFree ? undefined : all, restCost: 1, filters };
}

/** Whether the index alone holds every column of the condition and of the result. */
function holdsColumns({ index }: RankedPath, { condition, columns, groups = [] }: RowsToScan): boolean {
  if (index === undefined) return false;
  const held = new Set(index.columns.map(({ name }) => name)).add('id');
  return [...columnsOf(condition), ...columns, ...groups].every(({ name }) => held.has(name));
}
