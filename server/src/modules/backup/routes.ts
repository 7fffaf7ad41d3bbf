import { Type } from 'typebox';
import { ARCHIVE_TYPE } from '../../archive/index.ts';
import { memberRoute, type Route } from '../../http/route.ts';
import type { BackupContext } from './backup-context.ts';
import { exclude, readExclude, restoreAnswer } from './backup-schemas.ts';
import { restoreQuery } from './restore/restore-options.ts';
import { type RestoreContext, restoreProject, showRestore } from './restore/restore-project.ts';
import { downloadBackup, type RunningDownloads } from './write/download-backup.ts';

const PROJECT = '/api/cloud/projects/:project_id';

export type RoutesContext = BackupContext & RestoreContext & { readonly downloads: RunningDownloads };

/** An archive holds the hashes of all passwords: owners only. */
export function backupRoutes(context: RoutesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/backup`,
      id: 'downloadBackup',
      summary: 'The whole project at this moment as one archive',
      role: 'owner',
      query: Type.Object({ exclude: Type.Optional(exclude) }),
      responses: {},
      otherTypes: { [ARCHIVE_TYPE]: Type.String({ format: 'binary' }) },
      handle: (call) => downloadBackup(context, call, readExclude(call.query.exclude)),
    }),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/restore`,
      id: 'restoreProject',
      summary: 'Restores the project from an archive: all of it or nothing',
      role: 'owner',
      query: restoreQuery,
      body: 'stream',
      documentedBody: Type.String({ format: 'binary' }),
      documentedTypes: [ARCHIVE_TYPE],
      responses: { 200: restoreAnswer, 202: restoreAnswer },
      handle: (call) => restoreProject(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/restores/:restore_id`,
      id: 'getRestore',
      summary: 'How far a restore has come',
      role: 'owner',
      responses: { 200: restoreAnswer },
      handle: (call) => showRestore(context, call),
    }),
  ];
}
