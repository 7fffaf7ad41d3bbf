import { Type } from 'typebox';
import { callerRoute, type ProjectCall, type Route } from '../../http/index.ts';
import { readNumber, readSearch } from '../rows/index.ts';
import { deleteByPrefix, deleteFile, prefixRequired } from './delete-files.ts';
import type { FileRecord } from './file-record.ts';
import * as schema from './file-schemas.ts';
import { type FilesListInput, getFile, listFiles } from './read-files.ts';
import { signFile } from './sign-file.ts';
import type { StorageContext, Target } from './storage-context.ts';
import { updateFile } from './update-file.ts';
import { uploadForm } from './upload/upload-files.ts';

const FILES = '/api/baas/:project_id/storage/files';
const FILE = `${FILES}/:id`;

export function storageRoutes(context: StorageContext): readonly Route[] {
  return [...collectionRoutes(context), ...fileRoutes(context)];
}

function collectionRoutes(context: StorageContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: '/api/baas/:project_id/storage/upload',
      id: 'uploadFiles',
      summary: 'Stores one file, or up to 10 files, all or nothing',
      rate: 'write',
      body: 'stream',
      documentedBody: schema.uploadBody,
      documentedTypes: ['multipart/form-data'],
      responses: { 201: Type.Union([schema.one, schema.many]) },
      handle: async (call) => {
        const files = await uploadForm(context, targetOf(call), call);
        return { status: 201, body: { data: files.length === 1 ? files[0] : files, count: files.length } };
      },
    }),
    callerRoute({
      method: 'GET',
      path: FILES,
      id: 'listFiles',
      summary: 'Lists the matching files that the caller may read',
      rate: 'read',
      documentedQuery: schema.listQuery,
      responses: { 200: schema.many },
      handle: async (call) => {
        const { files, count } = await listFiles(context, targetOf(call), readListInput(call.search));
        return { status: 200, body: { data: files, count } };
      },
    }),
    callerRoute({
      method: 'DELETE',
      path: FILES,
      id: 'deleteFiles',
      summary: 'Deletes the files below a prefix that the caller may delete',
      rate: 'write',
      documentedQuery: schema.deleteQuery,
      responses: { 200: schema.counted },
      handle: async (call) => {
        const { prefix } = readSearch<'prefix'>(call.search, ['prefix']).values;
        if (prefix === undefined) throw prefixRequired();
        return { status: 200, body: { count: await deleteByPrefix(context, targetOf(call), prefix) } };
      },
    }),
  ];
}

function fileRoutes(context: StorageContext): readonly Route[] {
  return [
    callerRoute({
      method: 'GET',
      path: FILE,
      id: 'getFile',
      summary: 'Returns a file’s metadata',
      rate: 'read',
      responses: { 200: schema.one },
      handle: async (call) => oneFile(await getFile(context, targetOf(call), idOf(call))),
    }),
    callerRoute({
      method: 'PATCH',
      path: FILE,
      id: 'updateFile',
      summary: 'Changes name, path, visibility or metadata; making a file private revokes its signed links',
      rate: 'write',
      body: schema.patchBody,
      responses: { 200: schema.one },
      handle: async (call) => oneFile(await updateFile(context, targetOf(call), { id: idOf(call), patch: call.body })),
    }),
    callerRoute({
      method: 'DELETE',
      path: FILE,
      id: 'deleteFile',
      summary: 'Deletes a file with its bytes and links, and returns its metadata',
      rate: 'write',
      responses: { 200: schema.one },
      handle: async (call) => oneFile(await deleteFile(context, targetOf(call), idOf(call))),
    }),
    callerRoute({
      method: 'POST',
      path: `${FILE}/sign`,
      id: 'signFile',
      summary: 'Creates a link with which anyone can download the file for a limited time',
      rate: 'write',
      body: schema.signBody,
      responses: { 200: schema.signed },
      handle: async (call) => {
        const order = { id: idOf(call), expiresInSeconds: call.body.expires_in };
        return { status: 200, body: { data: await signFile(context, targetOf(call), order), count: 1 } };
      },
    }),
  ];
}

function readListInput(search: string): FilesListInput {
  type Name = 'prefix' | 'order' | 'limit' | 'offset' | 'after' | 'before';
  const known = ['prefix', 'filter', 'order', 'limit', 'offset', 'after', 'before'] as const;
  const { values, filters } = readSearch<Name>(search, known);
  const { prefix, order, after, before } = values;
  const limit = readNumber('limit', values.limit);
  const offset = readNumber('offset', values.offset);
  return { prefix, filters, order, limit, offset, after, before };
}

function oneFile(file: FileRecord) {
  return { status: 200, body: { data: file, count: 1 } };
}

function targetOf({ project, caller }: ProjectCall): Target {
  return { project, caller };
}

function idOf({ params }: ProjectCall): string {
  return params['id'] ?? '';
}
