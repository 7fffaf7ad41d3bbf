import { Type } from 'typebox';
import { anonymousWithoutKey, callerRoute, type Route } from '../../../http/index.ts';
import type { DownloadContext } from './download.ts';
import { downloadFile } from './download-file.ts';
import { downloadQuery } from './read-rendition.ts';

const BYTES = Type.String({ description: 'The bytes, with the type detected from them.' });
const PART = Type.String({ description: 'The bytes that `Range` requests.' });
const ELSEWHERE = Type.String({ description: 'The body is empty; `Location` has the address of the bytes.' });
const UNCHANGED = Type.String({ description: 'The body is empty: the caller already has the bytes.' });

export function downloadRoute(context: DownloadContext): Route {
  return callerRoute({
    method: 'GET',
    path: '/api/baas/:project_id/storage/files/:id/download',
    id: 'downloadFile',
    summary: 'Downloads a file; public files and signed links need no key',
    rate: 'read',
    query: downloadQuery,
    responses: { 200: BYTES, 206: PART, 302: ELSEWHERE, 304: UNCHANGED },
    otherTypes: { '*/*': Type.Unknown() },
    // Keyless access depends on the file: it is public, the link is valid, or the session may see it.
    keyless: anonymousWithoutKey,
    handle: (call) => {
      const { project, caller, query, signal } = call;
      const id = call.params['id'] ?? '';
      return downloadFile(context, { project, caller, request: call.raw, id, token: query.token, query, signal });
    },
  });
}
