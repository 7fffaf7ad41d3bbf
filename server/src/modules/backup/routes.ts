import { Type } from 'typebox';
import { ARCHIVE_TYPE } from '../../archive/format/index.ts';
import { listingQuery, memberRoute, type Route } from '../../http/index.ts';
import type { BackupContext } from './backup-context.ts';
import { backupAnswer, backupsAnswer, exclude, momentsAnswer, readExclude, restoreAnswer } from './backup-schemas.ts';
import { restoreQuery } from './restore/restore-options.ts';
import { type RestoreContext, restoreProject, showMoments, showRestore } from './restore/restore-project.ts';
import {
  createBackup,
  deleteBackup,
  fetchBackup,
  listBackups,
  newBackupBody,
  type StoredContext,
  showBackup,
} from './stored/stored-backups.ts';
import { downloadBackup, type RunningDownloads } from './write/download-backup.ts';

const PROJECT = '/api/cloud/projects/:project_id';
const ONE = `${PROJECT}/backups/:backup_id`;

export type RoutesContext = BackupContext & RestoreContext & StoredContext & { readonly downloads: RunningDownloads };

/** Owners only, because an archive holds the hashes of all passwords. */
export function backupRoutes(context: RoutesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/backup`,
      id: 'downloadBackup',
      summary: 'Downloads the whole project as one archive',
      role: 'owner',
      query: Type.Object({ exclude: Type.Optional(exclude) }),
      responses: {},
      otherTypes: { [ARCHIVE_TYPE]: Type.String({ format: 'binary' }) },
      handle: (call) => downloadBackup(context, call, readExclude(call.query.exclude)),
    }),
    ...storedRoutes(context),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/restore`,
      id: 'restoreProject',
      summary: 'Restores the project from an archive, all or nothing',
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
      path: `${PROJECT}/restore/moments`,
      id: 'getRestoreMoments',
      summary: 'Lists the moments of the continuous archive to which the project can be restored',
      role: 'owner',
      responses: { 200: momentsAnswer },
      handle: () => showMoments(context),
    }),
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/restores/:restore_id`,
      id: 'getRestore',
      summary: 'Returns the progress of a restore',
      role: 'owner',
      responses: { 200: restoreAnswer },
      handle: (call) => showRestore(context, call),
    }),
  ];
}

function storedRoutes(context: RoutesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/backups`,
      id: 'listBackups',
      summary: 'Lists the stored backups, newest first',
      role: 'owner',
      query: listingQuery,
      responses: { 200: backupsAnswer },
      handle: (call) => listBackups(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/backups`,
      id: 'createBackup',
      summary: 'Creates a stored backup and verifies it by reading it back',
      role: 'owner',
      body: newBackupBody,
      isBodyOptional: true,
      responses: { 202: backupAnswer },
      handle: (call) => createBackup(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getBackup',
      summary: 'Returns a backup with its progress and size',
      role: 'owner',
      responses: { 200: backupAnswer },
      handle: (call) => showBackup(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteBackup',
      summary: 'Deletes a stored backup',
      role: 'owner',
      responses: { 200: backupAnswer },
      handle: (call) => deleteBackup(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/download`,
      id: 'fetchBackup',
      summary: 'Downloads a stored backup, whole or a range of it',
      role: 'owner',
      responses: {},
      otherTypes: { [ARCHIVE_TYPE]: Type.String({ format: 'binary' }) },
      handle: (call) => fetchBackup(context, call),
    }),
  ];
}
