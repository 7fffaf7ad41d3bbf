import type { Database } from '../../../database/index.ts';
import { type Answer, type MemberCall, type Route, secretCaller } from '../../../http/index.ts';
import type { DailyJob } from '../../../jobs/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Target } from '../on-table.ts';
import { readTouchParameters } from '../read-write-parameters.ts';
import type { RowsContext } from '../rows-context.ts';
import { type KeptContent, type KeptRow, readByIds, readDeletion, readKept, TooManyRows } from './kept-rows.ts';
import type { RowChange, RowChangesStore } from './row-changes-store.ts';

export interface HistoryContext extends RowsContext {
  readonly database: Database;
  readonly changes: RowChangesStore;
  readonly daily: DailyJob;
}

const CONTENT_BYTES_MAX = 1024 * 1024;

interface PlannedChange {
  readonly action: RowChange['action'];
  /** The rows before the change; undefined if they were too many or are not certain. */
  readonly before: readonly KeptRow[] | undefined;
  /** The rows were found by a filter, which may match other rows by the time of the change. */
  readonly isByFilter?: boolean;
}

/** Rows are read before the change. If another caller updates one in between, a later undo fails. */
export function recorded(context: HistoryContext, route: Route): Route {
  if (route.who !== 'member') return route;
  const plan = PLANS[route.id];
  if (plan === undefined) return route;
  return {
    ...route,
    handle: async (call: MemberCall) => {
      const target = { project: call.project, caller: secretCaller(call.operator), table: call.params['table'] ?? '' };
      const planned = await plannedChanges(() => plan(context, target, call));
      const contents = await Promise.all(
        planned.map(async (change) => ({
          ...change,
          content: change.before && (await contentBefore(context, target, { ...change, before: change.before })),
        })),
      );
      const answer = await route.handle(call);
      if (answer.status < 300) for (const change of contents) await record(context, { call, target, answer }, change);
      return answer;
    },
  };
}

type Plan = (context: HistoryContext, target: Target, call: MemberCall) => Promise<readonly PlannedChange[]>;

const PLANS: Readonly<Record<string, Plan>> = {
  deleteRowAsMember: async (context, target, { params }) => [await ofIds(context, target, 'delete', [params['id']])],
  updateRowAsMember: async (context, target, { params }) => [await ofIds(context, target, 'update', [params['id']])],
  deleteRowsAsMember: async (context, target, { search }) => [await ofFilter(context, target, 'delete', search)],
  updateRowsAsMember: async (context, target, { search }) => [await ofFilter(context, target, 'update', search)],
  batchRowsAsMember: async (context, target, { body }) => {
    const items = itemsOf(body);
    // Only the answer shows which items of a batch that is not atomic have failed.
    const isAtomic = (body as { readonly atomic?: unknown } | null)?.atomic !== false;
    const idsOf = (op: RowChange['action']) => items.filter((item) => item.op === op).map(({ id }) => id);
    return await Promise.all(
      (['delete', 'update'] as const)
        .filter((op) => idsOf(op).length > 0)
        .map((op) => (isAtomic ? ofIds(context, target, op, idsOf(op)) : { action: op, before: undefined })),
    );
  },
};

/** Records nothing for malformed input, because the route refuses it with its own message. */
async function plannedChanges(plan: () => Promise<readonly PlannedChange[]>): Promise<readonly PlannedChange[]> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

async function ofIds(
  context: HistoryContext,
  target: Target,
  action: RowChange['action'],
  ids: readonly unknown[],
): Promise<PlannedChange> {
  const texts = ids.filter((id) => typeof id === 'string');
  return { action, before: await unlessTooMany(() => readByIds(context, target, 'id', texts)) };
}

async function ofFilter(
  context: HistoryContext,
  target: Target,
  action: RowChange['action'],
  search: string,
): Promise<PlannedChange> {
  const { filters } = readTouchParameters(search);
  return { action, before: await unlessTooMany(() => readKept(context, target, filters ?? [])), isByFilter: true };
}

async function unlessTooMany<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TooManyRows) return undefined;
    throw error;
  }
}

function itemsOf(body: unknown): readonly { readonly op?: unknown; readonly id?: unknown }[] {
  const items = Array.isArray(body) ? body : (body as { readonly items?: unknown } | null)?.items;
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

async function contentBefore(
  context: HistoryContext,
  target: Target,
  { action, before }: { readonly action: RowChange['action']; readonly before: readonly KeptRow[] },
): Promise<KeptContent | undefined> {
  if (action === 'update') return { tables: [{ table: target.table, rows: before }] };
  return await unlessTooMany(() => readDeletion(context, target, before));
}

async function record(
  context: HistoryContext,
  { call, target, answer }: { readonly call: MemberCall; readonly target: Target; readonly answer: Answer },
  planned: PlannedChange & { readonly content: KeptContent | undefined },
): Promise<void> {
  const { action, before } = planned;
  const content = await finalContent(context, { target, answer }, planned);
  const rows = content === undefined || action === 'delete' ? (before?.length ?? countOf(answer)) : rowsIn(content);
  if (rows === 0) return;
  const text = content === undefined ? '' : JSON.stringify(content);
  const bytes = Buffer.byteLength(text);
  const isKept = text !== '' && bytes <= CONTENT_BYTES_MAX;
  const row: RowChange = {
    id: context.ids(),
    at: isoTime(context.clock.now()),
    table_name: target.table,
    action,
    ...actorOf(call),
    row_count: rows,
    content: isKept ? text : null,
    bytes: isKept ? bytes : 0,
    undone_at: null,
  };
  const { store } = target.project;
  await context.database.write(store, [context.changes.insertStep(row)]);
  await context.daily.ensure(store);
}

function actorOf({ operator }: MemberCall): Pick<RowChange, 'actor_kind' | 'actor_id' | 'actor_email'> {
  const isAccount = operator.kind === 'account';
  return {
    actor_kind: operator.kind,
    actor_id: isAccount ? operator.accountId : null,
    actor_email: isAccount ? operator.email : null,
  };
}

/** Undefined if the content was not kept, or if the change touched other rows than those that were read before it. */
async function finalContent(
  context: HistoryContext,
  { target, answer }: { readonly target: Target; readonly answer: Answer },
  { action, before, isByFilter, content }: PlannedChange & { readonly content: KeptContent | undefined },
): Promise<KeptContent | undefined> {
  if (content === undefined || (isByFilter === true && countOf(answer) !== before?.length)) return undefined;
  return action === 'update' ? await contentAfter(context, target, content) : content;
}

function rowsIn({ tables }: KeptContent): number {
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}

async function contentAfter(context: HistoryContext, target: Target, content: KeptContent): Promise<KeptContent> {
  const rows = content.tables[0]?.rows ?? [];
  const left = await readByIds(
    context,
    target,
    'id',
    rows.map(({ id }) => id),
  );
  const byId = new Map(left.map((row) => [row.id, row]));
  const changed = rows.flatMap((row) => {
    const now = byId.get(row.id);
    if (now === undefined) return [];
    const names = Object.keys(row).filter(
      (name) => name !== 'updated_at' && JSON.stringify(row[name]) !== JSON.stringify(now[name]),
    );
    return names.length === 0 ? [] : [{ id: row.id, ...Object.fromEntries(names.map((name) => [name, row[name]])) }];
  });
  return {
    tables: [{ table: target.table, rows: changed }],
    after: Object.fromEntries(changed.map(({ id }) => [id, String(byId.get(id)?.['updated_at'])])),
  };
}

function countOf({ body }: Answer): number {
  return typeof body === 'string' ? Number(/"count":(\d+)\}$/.exec(body)?.[1] ?? 0) : 0;
}
