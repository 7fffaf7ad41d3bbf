import { Type } from 'typebox';
import { ARCHIVE_TYPE } from '../../archive/format/index.ts';
import { type MemberCall, type OperatorCall, operatorRoute, type Route } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireInstanceOperator } from '../operators/index.ts';
import { restoreAnswer } from './backup-schemas.ts';
import { restoreQuery } from './restore/restore-options.ts';
import { restoreProject, showRestore } from './restore/restore-project.ts';
import type { RoutesContext } from './routes.ts';
import { downloadBackup } from './write/download-backup.ts';

const ONE = '/api/cloud/instance/projects/:project_id';

/** For backups of the whole installation: operators save and restore projects in which they are not members. */
export function instanceBackupRoutes(context: RoutesContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: `${ONE}/backup`,
      id: 'backUpProjectOfInstance',
      summary: 'Downloads any project as one archive; for instance operators',
      responses: {},
      otherTypes: { [ARCHIVE_TYPE]: Type.String({ format: 'binary' }) },
      handle: async (call) => downloadBackup(context, await asOwner(context, call), []),
    }),
    operatorRoute({
      method: 'POST',
      path: `${ONE}/restore`,
      id: 'restoreProjectOfInstance',
      summary: 'Restores any project from an archive; for instance operators',
      query: restoreQuery,
      body: 'stream',
      documentedBody: Type.String({ format: 'binary' }),
      documentedTypes: [ARCHIVE_TYPE],
      responses: { 200: restoreAnswer, 202: restoreAnswer },
      handle: async (call) => restoreProject(context, await asOwner(context, call)),
    }),
    operatorRoute({
      method: 'GET',
      path: `${ONE}/restores/:restore_id`,
      id: 'getRestoreOfInstance',
      summary: 'Returns the progress of a restore; for instance operators',
      responses: { 200: restoreAnswer },
      handle: async (call) => showRestore(context, await asOwner(context, call)),
    }),
  ];
}

/** Turns an operator's call into a call by an owner of the project. Throws `forbidden`, `project_not_found`. */
async function asOwner<Query, Body>(
  { findProject }: Pick<RoutesContext, 'findProject'>,
  call: OperatorCall<Query, Body>,
): Promise<MemberCall<Query, Body>> {
  requireInstanceOperator(call);
  const project = await findProject(call.params['project_id'] ?? '');
  if (project === undefined) throw new ServiceError('project_not_found', 'There is no such project.');
  const { operator, requestId, params, search, query, body, headers, raw, stream } = call;
  return {
    ...{ operator, project, role: 'owner', requestId, params, search, query, body, headers, raw, stream },
    get ip() {
      return call.ip;
    },
    get isHttps() {
      return call.isHttps;
    },
    get signal() {
      return call.signal;
    },
    showQuota: (quota) => call.showQuota(quota),
  };
}
