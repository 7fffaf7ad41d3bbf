import { callerRoute, type ProjectCall, type Route, readIdempotencyKey } from '../../http/index.ts';
import { aggregateRows } from './aggregate-rows.ts';
import { deleteRow } from './delete-row.ts';
import { deleteRows } from './delete-rows.ts';
import { exportRows, readExportParameters } from './export-rows.ts';
import { getRow } from './get-row.ts';
import { insertRows } from './insert-rows.ts';
import { listRows } from './list-rows.ts';
import type { Target } from './on-table.ts';
import { readListParameters } from './read-list-parameters.ts';
import {
  readGetParameters,
  readInsertParameters,
  readRowParameters,
  readTouchParameters,
} from './read-write-parameters.ts';
import { batchAnswer, exportAnswer, listAnswer, manyRowsAnswer, oneRowAnswer, rowAnswer } from './row-answers.ts';
import * as schema from './row-schemas.ts';
import type { RowsContext } from './rows-context.ts';
import { runBatch } from './run-batch.ts';
import { updateRow } from './update-row.ts';
import { updateRows } from './update-rows.ts';

export const TABLE = '/api/baas/:project_id/data/:table';
export const ROW = `${TABLE}/:id`;

export function rowRoutes(context: RowsContext): readonly Route[] {
  return [...readRoutes(context), ...tableWriteRoutes(context), ...rowWriteRoutes(context)];
}

function readRoutes(context: RowsContext): readonly Route[] {
  return [
    callerRoute({
      method: 'GET',
      path: TABLE,
      id: 'listRows',
      summary: 'Lists the matching rows that the caller may read',
      rate: 'read',
      documentedQuery: schema.listQuery,
      responses: { 200: schema.listed },
      handle: async (call) =>
        listAnswer(await listRows(context, targetOf(call), () => readListParameters(call.search))),
    }),
    callerRoute({
      method: 'GET',
      path: ROW,
      id: 'getRow',
      summary: 'Reads one row',
      rate: 'read',
      documentedQuery: schema.getQuery,
      responses: { 200: schema.one },
      handle: async (call) =>
        rowAnswer(await getRow(context, targetOf(call), () => ({ id: idOf(call), ...readGetParameters(call.search) }))),
    }),
    callerRoute({
      method: 'GET',
      path: `${TABLE}/export`,
      id: 'exportRows',
      summary: 'Streams all matching rows that the caller may read, as CSV or JSON',
      rate: 'read',
      documentedQuery: schema.exportQuery,
      responses: { 200: schema.exported },
      otherTypes: { 'text/csv': schema.exportedCsv, 'application/x-ndjson': schema.exportedLines },
      handle: async (call) => {
        const target = targetOf(call);
        return exportAnswer(target.table, await exportRows(context, target, () => readExportParameters(call.search)));
      },
    }),
    callerRoute({
      method: 'POST',
      path: `${TABLE}/aggregate`,
      isReading: true,
      id: 'aggregateRows',
      summary: 'Counts, sums and groups the rows that the caller may read',
      rate: 'read',
      body: 'json',
      documentedBody: schema.aggregateBody,
      responses: { 200: schema.listed },
      handle: async (call) => listAnswer(await aggregateRows(context, targetOf(call), () => call.body)),
    }),
  ];
}

function tableWriteRoutes(context: RowsContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: TABLE,
      id: 'insertRows',
      summary: 'Inserts one row, or up to 100 rows, all or nothing',
      rate: 'write',
      documentedQuery: schema.insertQuery,
      body: 'json',
      documentedBody: schema.rowOrRows,
      responses: { 200: schema.inserted, 201: schema.inserted },
      handle: async (call) => {
        const outcome = await insertRows(context, targetOf(call), () => ({
          ...readInsertParameters(call.search),
          body: call.body,
          repeatable: readIdempotencyKey(call.headers['idempotency-key'], [call.search, call.body]),
          spend: (rows) => call.spend(rows),
        }));
        const status = outcome.created > 0 ? 201 : 200;
        return Array.isArray(call.body) ? manyRowsAnswer(status, outcome) : oneRowAnswer(status, outcome);
      },
    }),
    callerRoute({
      method: 'PATCH',
      path: TABLE,
      id: 'updateRows',
      summary: 'Changes all matching rows that the caller may read and change',
      rate: 'write',
      documentedQuery: schema.touchQuery,
      body: 'json',
      documentedBody: schema.row,
      responses: { 200: schema.manyChanged },
      handle: async (call) => {
        const ask = () => ({ ...readTouchParameters(call.search), body: call.body });
        return manyRowsAnswer(200, await updateRows(context, targetOf(call), ask));
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: TABLE,
      id: 'deleteRows',
      summary: 'Deletes all matching rows that the caller may read and delete',
      rate: 'write',
      documentedQuery: schema.touchQuery,
      responses: { 200: schema.manyChanged },
      handle: async (call) =>
        manyRowsAnswer(200, await deleteRows(context, targetOf(call), () => readTouchParameters(call.search))),
    }),
    callerRoute({
      method: 'POST',
      path: `${TABLE}/batch`,
      id: 'batchRows',
      summary: 'Runs up to 100 changes in order, all or nothing unless `atomic` is false',
      rate: 'write',
      body: 'json',
      documentedBody: schema.batchBody,
      responses: { 200: schema.batched },
      handle: async (call) =>
        batchAnswer(
          await runBatch(context, targetOf(call), () => {
            const repeatable = readIdempotencyKey(call.headers['idempotency-key'], call.body);
            return { body: call.body, repeatable, spend: (items) => call.spend(items) };
          }),
        ),
    }),
  ];
}

function rowWriteRoutes(context: RowsContext): readonly Route[] {
  return [
    callerRoute({
      method: 'PATCH',
      path: ROW,
      id: 'updateRow',
      summary: 'Changes one row',
      rate: 'write',
      documentedQuery: schema.rowQuery,
      body: 'json',
      documentedBody: schema.row,
      responses: { 200: schema.oneChanged },
      handle: async (call) => {
        const ask = () => ({ ...readRowParameters(call.search), id: idOf(call), body: call.body });
        return oneRowAnswer(200, await updateRow(context, targetOf(call), ask));
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: ROW,
      id: 'deleteRow',
      summary: 'Deletes one row and returns it',
      rate: 'write',
      documentedQuery: schema.rowQuery,
      responses: { 200: schema.oneChanged },
      handle: async (call) => {
        const ask = () => ({ ...readRowParameters(call.search), id: idOf(call) });
        return oneRowAnswer(200, await deleteRow(context, targetOf(call), ask));
      },
    }),
  ];
}

export function targetOf({ project, caller, params }: ProjectCall): Target {
  return { project, caller, table: params['table'] ?? '' };
}

export function idOf({ params }: ProjectCall): string {
  return params['id'] ?? '';
}
