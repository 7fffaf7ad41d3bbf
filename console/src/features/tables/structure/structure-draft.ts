import type { Difference } from '../../../shared/dialogs/conflict-dialog.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';

export interface AddedColumn {
  readonly name: string;
  readonly type: string;
  readonly [option: string]: unknown;
}

export interface StructureDraft {
  readonly added: readonly AddedColumn[];
  readonly changed: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly removed: readonly string[];
  /** The table's `updated_at` at the first change, to detect changes by other users. */
  readonly version?: string | undefined;
}

export const NO_CHANGES: StructureDraft = { added: [], changed: {}, removed: [] };

export function countChanges({ added, changed, removed }: StructureDraft): number {
  return added.length + Object.keys(changed).length + removed.length;
}

export function alterBody({ added, changed, removed }: StructureDraft): object {
  return {
    ...(added.length > 0 && { add_columns: added }),
    ...(Object.keys(changed).length > 0 && {
      change_columns: Object.entries(changed).map(([name, options]) => ({ name, ...options })),
    }),
    ...(removed.length > 0 && { drop_columns: removed }),
  };
}

export function changeColumn(
  draft: StructureDraft,
  column: Column,
  options: Readonly<Record<string, unknown>>,
): StructureDraft {
  const before: Readonly<Record<string, unknown>> = {
    searchable: false,
    ...column,
    rename: column.name,
    enum: column.enum ?? null,
  };
  const different = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null),
  );
  const { [column.name]: _, ...others } = draft.changed;
  return {
    ...draft,
    changed: different.length === 0 ? others : { ...others, [column.name]: Object.fromEntries(different) },
  };
}

export function structureDifferences(
  { added, changed, removed }: StructureDraft,
  table: TableInfo,
): readonly Difference[] {
  const difference = (name: string, options: object, mine = optionsText(options)): Difference => {
    const column = table.columns.find((one) => one.name === name);
    if (column === undefined) return { name, mine, theirs: '' };
    const present = { ...column, rename: column.name };
    const theirs = Object.fromEntries(Object.entries(present).filter(([option]) => option in options));
    return { name, mine, theirs: optionsText(theirs) };
  };
  return [
    ...added.map((column) => difference(column.name, column)),
    ...Object.entries(changed).map(([name, options]) => difference(name, options)),
    ...removed.map((name) => difference(name, { type: '' }, 'removed')),
  ];
}

function optionsText(options: object): string {
  return Object.entries(options)
    .filter(([option, value]) => option !== 'name' && value !== null && value !== undefined)
    .map(([option, value]) => `${option}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('\n');
}
