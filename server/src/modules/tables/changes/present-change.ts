import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { CHANGE_STATES, type TableChange } from './table-change.ts';
import type { TableChanges } from './table-changes.ts';

export const changeShown = Type.Object({
  id: Type.String(),
  table: Type.String({ description: 'The name that the table had when the change began.' }),
  state: Type.Enum([...CHANGE_STATES]),
  progress: Type.Number({ minimum: 0, maximum: 1, description: '1 when the change is made.' }),
  request: Type.Record(Type.String(), Type.Unknown(), { description: 'The body of the request.' }),
  error: Type.Union([
    Type.Object({ code: Type.String(), error: Type.String(), details: Type.Optional(Type.Unknown()) }),
    Type.Null(),
  ]),
  created_at: Type.String({ format: 'date-time' }),
  ended_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

export const changeAnswer = Type.Object({ data: changeShown, count: Type.Literal(1) });
export const changesAnswer = Type.Object({ data: Type.Array(changeShown), count: Type.Integer() });

export async function presentWithProgress(
  { tableChanges }: { readonly tableChanges: Pick<TableChanges, 'progress'> },
  { store }: Pick<Project, 'store'>,
  change: TableChange,
): Promise<object> {
  return presentChange(change, await tableChanges.progress(store, change));
}

function presentChange(change: TableChange, progress: number): object {
  const { id, table, state, request, error, createdAt, endedAt } = change;
  return {
    id,
    table,
    state,
    progress,
    request,
    error: error && {
      code: error.code,
      error: error.message,
      ...(error.details !== undefined && { details: error.details }),
    },
    created_at: createdAt,
    ended_at: endedAt,
  };
}
