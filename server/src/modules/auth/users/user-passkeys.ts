import { isNotApplied } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { passkeyNotFound, presentPasskey, relyingPartyOf } from '../passkeys/index.ts';
import { recordUserChange, requireManaged, type UserContext } from './managed-user.ts';

export async function listUserPasskeys(context: UserContext, call: MemberCall): Promise<Answer> {
  const user = await requireManaged(context, call);
  const rows = await context.passkeys.list(call.project.store, user.id);
  return { status: 200, body: { data: rows.map(presentPasskey), count: rows.length } };
}

/** Removes a passkey that a user has lost, even their last way to sign in: a reset mail can set a password. */
export async function removeUserPasskey(context: UserContext, call: MemberCall): Promise<Answer> {
  const { project, params } = call;
  const user = await requireManaged(context, call);
  const id = parseUuid(params['passkey_id'] ?? '');
  if (id === undefined) throw passkeyNotFound();
  try {
    await context.database.write(project.store, [context.passkeys.deleteStep(id, user.id)]);
  } catch (error) {
    throw isNotApplied(error, 'passkey') ? passkeyNotFound() : error;
  }
  await recordUserChange(context, call, 'user.remove_passkey', { target: user.id, details: { passkey_id: id } });
  return { status: 200, body: { count: 1 } };
}

export async function showPasskeyHosts(context: UserContext, { project }: MemberCall): Promise<Answer> {
  const hosts = await context.passkeys.countByHost(project.store);
  return { status: 200, body: { data: { rp_id: relyingPartyOf(context, project).id, hosts }, count: hosts.length } };
}
