import { Type } from 'typebox';
import type { Caller } from '../../callers/index.ts';
import { type FindViewer, memberRoute, memberRouteOf, type Route } from '../../http/index.ts';
import type { DownloadContext } from './download/download.ts';
import { downloadRoute } from './download/download-route.ts';
import { requirePrefix } from './read-files.ts';
import { storageRoutes } from './routes.ts';
import type { StorageContext } from './storage-context.ts';

export function memberStorageRoutes(
  context: StorageContext & Omit<DownloadContext, 'identifyVisitor'>,
  findViewer: FindViewer,
): readonly Route[] {
  // The member is already identified, so a session of the project's app in the same browser must not count.
  const identifyVisitor = (): Caller => ({ kind: 'anonymous' });
  return [...storageRoutes(context), downloadRoute({ ...context, identifyVisitor })]
    .filter((route) => route.who === 'caller')
    .map((route) => memberRouteOf(route, { role: route.method === 'GET' ? 'viewer' : 'editor', findViewer }))
    .concat(foldersRoute(context));
}

const foldersQuery = Type.Object({
  prefix: Type.Optional(Type.String({ maxLength: 1024, description: 'The beginning of paths, such as `a/b/`.' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 1000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
});

const folder = Type.Object({
  path: Type.String({ description: 'The path including the prefix, with a slash at the end.' }),
  files: Type.Integer({ description: 'The number of files below the folder, at any depth.' }),
  bytes: Type.Integer(),
});

function foldersRoute({ filesStore }: Pick<StorageContext, 'filesStore'>): Route {
  return memberRoute({
    method: 'GET',
    path: '/api/cloud/projects/:project_id/storage/folders',
    id: 'listFolders',
    summary: 'Lists the folders directly below a prefix, with the number and size of their files',
    role: 'viewer',
    query: foldersQuery,
    responses: { 200: Type.Object({ data: Type.Array(folder), count: Type.Integer() }) },
    handle: async ({ project, query: { prefix = '', limit = 1000, offset = 0 } }) => {
      const { folders, count } = await filesStore.folders(project.store, requirePrefix(prefix), { limit, offset });
      return { status: 200, body: { data: folders, count } };
    },
  });
}
