import type { RowCheck, TableDefinition } from '../../../database/index.ts';

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

export interface PlanStep {
  readonly action: StepAction;
  readonly table?: string;
  readonly column?: string;
  readonly function?: string;
  readonly detail: string;
  /** How many rows are deleted or lose values. */
  readonly loses: { readonly rows: number } | null;
  /** Whether callers may do more after this step. */
  readonly opens: boolean;
}

export interface UncountedStep extends Omit<PlanStep, 'loses'> {
  readonly losing?: { readonly table: TableDefinition; readonly check: RowCheck };
}
