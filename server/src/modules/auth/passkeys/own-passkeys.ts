import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { requireDisplayName } from '../../../platform/display-name.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { noteOperatorChange } from '../note-change.ts';
import { requireUser } from '../signed-in-user.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import { presentPasskey } from './passkey-schemas.ts';
import type { PasskeyRow } from './passkeys-store.ts';

export async function listPasskeys(context: PasskeyContext, call: ProjectCall): Promise<Answer> {
  requirePasskeysOn(context, call.project);
  const { user } = await requireUser(context, call);
  const rows = await context.passkeys.list(call.project.store, user.id);
  return { status: 200, body: { data: rows.map(presentPasskey), count: rows.length } };
}

export async function renamePasskey(
  context: PasskeyContext,
  call: ProjectCall<unknown, { readonly name: string }>,
): Promise<Answer> {
  const { project } = call;
  requirePasskeysOn(context, project);
  const { user } = await requireUser(context, call);
  const name = requireDisplayName(call.body.name);
  const row = await requirePasskey(context, call, user.id);
  try {
    await context.database.write(project.store, [context.passkeys.renameStep(row.id, user.id, name)]);
  } catch (error) {
    throw isNotApplied(error, 'passkey') ? passkeyNotFound() : error;
  }
  noteOperatorChange(context, call, user, 'passkey_renamed');
  return { status: 200, body: { data: presentPasskey({ ...row, name }), count: 1 } };
}

export async function requirePasskey(
  { passkeys }: PasskeyContext,
  { project, params }: Pick<ProjectCall, 'project' | 'params'>,
  userId: string,
): Promise<PasskeyRow> {
  const id = parseUuid(params['passkey_id'] ?? '');
  const row = (await passkeys.list(project.store, userId)).find((own) => own.id === id);
  if (row === undefined) throw passkeyNotFound();
  return row;
}

export function passkeyNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such passkey.');
}
