import type { RowCheck } from '../../../database/ddl/count-in-the-way.ts';
import type { TableDefinition } from '../../../database/ddl/definition.ts';

export type StepAction =
  | 'create_table'
  | 'rename_table'
  | 'drop_table'
  | 'add_column'
  | 'rename_column'
  | 'change_column'
  | 'drop_column'
  | 'set_indexes'
  | 'set_rules'
  | 'set_function';

/** One difference, as the plan of a schema shows it. */
export interface PlanStep {
  readonly action: StepAction;
  readonly table?: string;
  readonly column?: string;
  readonly function?: string;
  /** For people. */
  readonly detail: string;
  /** How many rows lose values, or are lost themselves. */
  readonly loses: { readonly rows: number } | null;
  /** More callers may do more afterwards. */
  readonly opens: boolean;
}

/** A step whose losses are still to be counted. */
export interface UncountedStep extends Omit<PlanStep, 'loses'> {
  readonly losing?: { readonly table: TableDefinition; readonly check: RowCheck };
}
