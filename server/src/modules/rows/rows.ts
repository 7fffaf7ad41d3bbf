import type { Caller, Project } from '../../callers/index.ts';
import type { FindViewer, Route } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Audit } from '../audit/index.ts';
import { aggregateRows } from './aggregate-rows.ts';
import { type DeleteRowInput, deleteRow } from './delete-row.ts';
import { type DeleteRowsInput, deleteRows } from './delete-rows.ts';
import { type Export, type ExportInput, exportRows } from './export-rows.ts';
import { type GetInput, getRow } from './get-row.ts';
import { createRowHistory } from './history/create-history.ts';
import { importRoute } from './import/routes.ts';
import { type InsertInput, insertRows } from './insert-rows.ts';
import { listRows } from './list-rows.ts';
import { memberRowRoutes } from './member-routes.ts';
import type { ListInput } from './read-list-parameters.ts';
import { rowRoutes } from './routes.ts';
import type { RowsContext } from './rows-context.ts';
import type { RowsRoom } from './rows-room.ts';
import { type BatchInput, type BatchOutcome, runBatch } from './run-batch.ts';
import { type UpdateRowInput, updateRow } from './update-row.ts';
import { type UpdateRowsInput, updateRows } from './update-rows.ts';

/** An action on rows for other modules. Makes the same checks as over HTTP, with the rights of the given caller. */
type Action<Input, Result> = (project: Project, caller: Caller, table: string, input: Input) => Promise<Result>;

export interface Rows {
  readonly routes: readonly Route[];
  readonly list: Action<ListInput, Awaited<ReturnType<typeof listRows>>>;
  /** Returns JSON text. */
  readonly get: Action<GetInput, string>;
  readonly insert: Action<InsertInput, Awaited<ReturnType<typeof insertRows>>>;
  readonly updateOne: Action<UpdateRowInput, Awaited<ReturnType<typeof updateRow>>>;
  readonly update: Action<UpdateRowsInput, Awaited<ReturnType<typeof updateRows>>>;
  readonly removeOne: Action<DeleteRowInput, Awaited<ReturnType<typeof deleteRow>>>;
  readonly remove: Action<DeleteRowsInput, Awaited<ReturnType<typeof deleteRows>>>;
  readonly batch: Action<BatchInput, BatchOutcome>;
  /** `input` is the body of an aggregate request. */
  readonly aggregate: Action<unknown, Awaited<ReturnType<typeof aggregateRows>>>;
  readonly export: Action<ExportInput, Export>;
  measure(project: Project): Promise<number>;
}

export interface RowsOptions extends RowsContext {
  readonly room: RowsRoom;
  readonly findViewer: FindViewer;
  readonly audit: Audit;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
}

export function createRows({ findViewer, audit, jobs, ...context }: RowsOptions): Rows {
  const history = createRowHistory(context, jobs);
  const memberRoutes = memberRowRoutes(context, findViewer).map(history.recorded);
  return {
    measure: context.room.measure,
    routes: [...rowRoutes(context), ...memberRoutes, ...history.routes, importRoute({ ...context, audit })],
    list: (project, caller, table, input) => listRows(context, { project, caller, table }, () => input),
    get: (project, caller, table, input) => getRow(context, { project, caller, table }, () => input),
    insert: (project, caller, table, input) => insertRows(context, { project, caller, table }, () => input),
    updateOne: (project, caller, table, input) => updateRow(context, { project, caller, table }, () => input),
    update: (project, caller, table, input) => updateRows(context, { project, caller, table }, () => input),
    removeOne: (project, caller, table, input) => deleteRow(context, { project, caller, table }, () => input),
    remove: (project, caller, table, input) => deleteRows(context, { project, caller, table }, () => input),
    batch: (project, caller, table, input) => runBatch(context, { project, caller, table }, () => input),
    aggregate: (project, caller, table, input) => aggregateRows(context, { project, caller, table }, () => input),
    export: (project, caller, table, input) => exportRows(context, { project, caller, table }, () => input),
  };
}
