import { answerOf, api, asTyped, type BodyOf } from '../../shared/api/client.ts';
import { aggregateBody, isAggregate, listParameters, type QueryDraft } from './query-draft.ts';

export type ResultRow = Readonly<Record<string, unknown>>;

export interface QueryResult {
  readonly rows: readonly ResultRow[];
  /** The number of matching rows or groups; `rows` may have only the first ones. */
  readonly count: number;
  readonly tookMs: number;
}

/** Longer texts are cut, so that a wide answer stays fast to render. */
const CUT = 256;

export async function runQuery(project: string, draft: QueryDraft, signal: AbortSignal): Promise<QueryResult> {
  const path = { project_id: project, table: draft.table };
  const start = performance.now();
  const call = isAggregate(draft)
    ? api.POST('/api/cloud/projects/{project_id}/data/{table}/aggregate', {
        params: { path },
        body: asTyped<BodyOf<'aggregateRowsAsMember'>>(aggregateBody(draft)),
        signal,
      })
    : api.GET('/api/cloud/projects/{project_id}/data/{table}', {
        params: { path, query: { ...listParameters(draft), cut: CUT } },
        signal,
      });
  const { data, count } = (await answerOf(call as ReturnType<typeof api.GET>)) as unknown as {
    readonly data: readonly ResultRow[];
    readonly count: number;
  };
  return { rows: data, count, tookMs: performance.now() - start };
}
