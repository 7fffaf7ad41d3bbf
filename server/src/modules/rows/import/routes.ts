import { memberRoute, type Route } from '../../../http/index.ts';
import { type ImportContext, importRows } from './import-rows.ts';
import { importAnswer, importBody, importQuery } from './import-schemas.ts';

export function importRoute(context: ImportContext): Route {
  return memberRoute({
    method: 'POST',
    path: '/api/cloud/projects/:project_id/tables/:name/import',
    id: 'importRows',
    summary: 'Imports rows from a CSV or JSON file of any size',
    role: 'editor',
    query: importQuery,
    body: 'stream',
    documentedBody: importBody,
    responses: { 200: importAnswer },
    handle: (call) => importRows(context, call),
  });
}
