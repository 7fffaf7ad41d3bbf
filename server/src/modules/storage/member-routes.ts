import type { Caller } from '../../callers/index.ts';
import { type FindViewer, memberRouteOf } from '../../http/member-route-of.ts';
import type { Route } from '../../http/route.ts';
import type { DownloadContext } from './download/download.ts';
import { downloadRoute } from './download/download-route.ts';
import { storageRoutes } from './routes.ts';
import type { StorageContext } from './storage-context.ts';

/** The files of a project for its members: what keys can do. An `<img>` of the console brings the session's cookie. */
export function memberStorageRoutes(
  context: StorageContext & Omit<DownloadContext, 'identifyVisitor'>,
  findViewer: FindViewer,
): readonly Route[] {
  // Who asks is known by then: a session of the project in the same browser says nothing.
  const identifyVisitor = (): Caller => ({ kind: 'anonymous' });
  return [...storageRoutes(context), downloadRoute({ ...context, identifyVisitor })]
    .filter((route) => route.who === 'caller')
    .map((route) => memberRouteOf(route, { role: route.method === 'GET' ? 'viewer' : 'editor', findViewer }));
}
