import type { Column } from '../column-types.ts';

/** A column that is to be added, as the API takes it. */
export interface AddedColumn {
  readonly name: string;
  readonly type: string;
  readonly [option: string]: unknown;
}

/** Changes of a table that have been made here and not applied yet. */
export interface StructureDraft {
  readonly added: readonly AddedColumn[];
  /** Changed options by the column's present name. */
  readonly changed: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly removed: readonly string[];
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

/** What is different from the column as it is; nothing of it when all is as before. */
export function changeColumn(
  draft: StructureDraft,
  column: Column,
  options: Readonly<Record<string, unknown>>,
): StructureDraft {
  const before: Readonly<Record<string, unknown>> = { ...column, rename: column.name, enum: column.enum ?? null };
  const different = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null),
  );
  const { [column.name]: _, ...others } = draft.changed;
  return {
    ...draft,
    changed: different.length === 0 ? others : { ...others, [column.name]: Object.fromEntries(different) },
  };
}
