import { Type } from 'typebox';
import { operatorRoute, type Route } from '../../http/index.ts';
import { backUpInstance } from './back-up-instance.ts';
import { DOCUMENT_TYPE } from './control-document.ts';
import type { InstanceContext } from './instance-context.ts';
import { restoreInstance } from './restore-instance.ts';

const restored = Type.Object({
  data: Type.Object({
    backup_id: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    service_version: Type.String(),
    projects: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        state: Type.Enum(['waiting', 'restored'], {
          description: '`waiting`: the project is empty until its archive is restored with `replace`.',
        }),
      }),
    ),
  }),
  count: Type.Literal(1),
});

export function instanceRoutes(context: InstanceContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/instance/backup',
      id: 'backUpInstance',
      summary:
        'Downloads the control plane as lines of JSON: accounts, members, tokens as hashes, balances; for instance operators',
      responses: {},
      otherTypes: { [DOCUMENT_TYPE]: Type.String() },
      handle: (call) => backUpInstance(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/cloud/instance/restore',
      id: 'restoreInstance',
      summary: 'Restores the control plane of a backup into an empty installation; for instance operators',
      body: 'stream',
      documentedBody: Type.String(),
      documentedTypes: [DOCUMENT_TYPE],
      responses: { 200: restored },
      handle: (call) => restoreInstance(context, call),
    }),
  ];
}
