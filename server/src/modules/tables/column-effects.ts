import type { ColumnDefinition, RowCheck, TableDefinition } from '../../database/index.ts';
import type { AlterTableInput } from './plan-alter.ts';

export type Problem = 'nulls' | 'duplicates' | 'values' | 'in_use';

export interface ColumnEffect {
  readonly column: string;
  /** `add`, `drop`, or the option that changes. */
  readonly change: string;
  readonly problem: Problem | null;
  readonly rows: number;
}

/** Rows to count, and the problem they are. With `problem: null`, they are only the rows that the change affects. */
interface EffectCheck {
  readonly check: RowCheck;
  readonly problem: Problem | null;
  /** Up to this many rows are not reported as a problem. */
  readonly spared?: number;
}

export interface PlannedEffect {
  readonly column: string;
  readonly change: string;
  readonly checks: readonly EffectCheck[];
}

type ColumnChange = NonNullable<AlterTableInput['change_columns']>[number];
type NewColumn = NonNullable<AlterTableInput['add_columns']>[number];

export function effectsOf(before: TableDefinition, input: AlterTableInput): readonly PlannedEffect[] {
  const columns = new Map(before.columns.map((column) => [column.name, column]));
  const dropped = (input.drop_columns ?? []).flatMap((name) => {
    const column = columns.get(name);
    return column === undefined ? [] : [effect(name, 'drop', touching({ kind: 'filled', column }))];
  });
  const changed = (input.change_columns ?? []).flatMap((change) => {
    const column = columns.get(change.name);
    return column === undefined ? [] : changesOf(column, change);
  });
  return [...dropped, ...changed, ...(input.add_columns ?? []).map(additionOf)];
}

/** Existing rows get the default, or null. */
function additionOf({ name, required, unique, default: value }: NewColumn): PlannedEffect {
  const isFilled = value !== undefined && value !== null;
  const checks: EffectCheck[] = [];
  if (required === true && !isFilled) checks.push({ check: { kind: 'rows' }, problem: 'nulls' });
  if (unique === true && isFilled) checks.push({ check: { kind: 'rows' }, problem: 'duplicates', spared: 1 });
  if (isFilled) checks.push(touching({ kind: 'rows' }));
  return { column: name, change: 'add', checks };
}

function changesOf(column: ColumnDefinition, change: ColumnChange): PlannedEffect[] {
  const { name } = column;
  const long: EffectCheck[] = column.type === 'text' ? [{ check: { kind: 'long', column }, problem: 'values' }] : [];
  const effects: PlannedEffect[] = [];
  const add = (option: string, ...checks: EffectCheck[]): void => {
    effects.push(effect(name, option, ...checks));
  };
  if (change.rename !== undefined && change.rename !== name) add('rename');
  if (differs(change.required, column.required)) {
    add('required', ...(change.required ? [inTheWay({ kind: 'nulls', column }, 'nulls')] : []));
  }
  if (differs(change.unique, column.unique)) {
    add('unique', ...(change.unique ? [...long, inTheWay({ kind: 'duplicates', column }, 'duplicates')] : []));
  }
  if (differs(change.indexed, column.indexed)) add('indexed', ...(change.indexed ? long : []));
  if (differs(change.hidden, column.hidden)) add('hidden');
  if (differs(change.read_only, column.readOnly)) add('read_only');
  if (differs(change.searchable, column.searchable ?? false)) add('searchable');
  if (change.default !== undefined && JSON.stringify(change.default) !== JSON.stringify(column.default ?? null)) {
    add('default');
  }
  if (change.enum !== undefined && JSON.stringify(change.enum) !== JSON.stringify(column.enum ?? null)) {
    const values = change.enum;
    add('enum', ...(values === null ? [] : [inTheWay({ kind: 'others', column, values }, 'values')]));
  }
  if (change.on_delete !== undefined && change.on_delete !== column.reference?.onDelete) add('on_delete');
  return effects;
}

function differs(next: boolean | undefined, now: boolean): boolean {
  return next !== undefined && next !== now;
}

function effect(column: string, change: string, ...checks: readonly EffectCheck[]): PlannedEffect {
  return { column, change, checks };
}

function inTheWay(check: RowCheck, problem: Problem): EffectCheck {
  return { check, problem };
}

function touching(check: RowCheck): EffectCheck {
  return { check, problem: null };
}
