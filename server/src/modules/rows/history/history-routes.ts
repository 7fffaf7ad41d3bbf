import { Type } from 'typebox';
import { memberRoute, type Route, secretCaller } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import type { KeptContent } from './kept-rows.ts';
import type { HistoryContext } from './record-changes.ts';
import type { ListedChange } from './row-changes-store.ts';
import { undoChange } from './undo-change.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
export const KEPT_MS = 24 * 60 * 60_000;
const PATH = '/api/cloud/projects/:project_id/row-changes';

const listed = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  table: Type.String(),
  action: Type.Enum(['update', 'delete']),
  rows: Type.Integer(),
  actor: Type.Object({
    kind: Type.Enum(['account', 'admin']),
    id: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  undo: Type.Enum(['possible', 'done', 'not_kept'], {
    description: '`not_kept`: more than 1,000 rows or 1 MB, or rows that others changed at the same moment.',
  }),
});

export function historyRoutes(context: HistoryContext): readonly Route[] {
  const since = (): string => isoTime(context.clock.now() - KEPT_MS);
  return [
    memberRoute({
      method: 'GET',
      path: PATH,
      id: 'listRowChanges',
      summary: 'Lists the changes that members made to rows within a day, newest first',
      role: 'editor',
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
        before: Type.Optional(Type.String({ description: 'The id of a change; lists older ones.' })),
      }),
      responses: { 200: Type.Object({ data: Type.Array(listed), count: Type.Integer() }) },
      handle: async ({ project, query }) => {
        const before = query.before === undefined ? undefined : (parseUuid(query.before) ?? '');
        const rows = await context.changes.list(project.store, { before, limit: query.limit ?? LIMIT_DEFAULT });
        const data = rows.filter(({ at }) => at >= since()).map(present);
        return { status: 200, body: { data, count: data.length } };
      },
    }),
    memberRoute({
      method: 'POST',
      path: `${PATH}/:change_id/undo`,
      id: 'undoRowChange',
      summary: 'Undoes a change of rows of the last day: all of it, or 409 `conflict` with the reason',
      role: 'editor',
      responses: {
        200: Type.Object({
          data: Type.Object({ rows: Type.Integer(), references: Type.Integer() }),
          count: Type.Literal(1),
        }),
      },
      handle: async ({ project, params, operator }) => {
        const id = parseUuid(params['change_id'] ?? '');
        const found = id === undefined ? undefined : await context.changes.find(project.store, id);
        if (found === undefined || found.at < since()) {
          throw new ServiceError('not_found', 'There is no such change, or it is older than a day.');
        }
        if (found.undone_at !== null) throw new ServiceError('conflict', 'This change was undone already.');
        if (found.content === null) throw new ServiceError('conflict', 'The rows before this change were not kept.');
        const target = { project, caller: secretCaller(operator), table: found.table_name };
        const content = JSON.parse(found.content) as KeptContent;
        const data = await undoChange(context, target, { id: found.id, action: found.action, content });
        return { status: 200, body: { data, count: 1 } };
      },
    }),
  ];
}

function present({ id, at, table_name, action, row_count, is_kept, undone_at, ...actor }: ListedChange): object {
  return {
    id,
    at,
    table: table_name,
    action,
    rows: Number(row_count),
    actor: { kind: actor.actor_kind, id: actor.actor_id, email: actor.actor_email },
    undo: undone_at !== null ? 'done' : is_kept ? 'possible' : 'not_kept',
  };
}
