import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { noteChange } from '../note-change.ts';
import { requireUser } from '../signed-in-user.ts';
import { passkeyNotFound, requirePasskey } from './own-passkeys.ts';
import { type PasskeyContext, requirePasskeysOn } from './passkey-context.ts';
import { requireNewSession } from './require-new-session.ts';

/** Removes one of the user's own passkeys. Throws `conflict` for the last way to sign in. */
export async function removePasskey(context: PasskeyContext, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  requirePasskeysOn(context, project);
  const { user, session } = await requireUser(context, call);
  requireNewSession(context, session);
  const { id } = await requirePasskey(context, call, user.id);
  const providers = Object.keys(context.settings(project).providers);
  try {
    await context.database.write(project.store, [
      context.users.updateInEpochStep(user, { updated_at: isoTime(context.clock.now()) }),
      context.passkeys.deleteStep(id, user.id),
      context.passkeys.requireSignInStep(user, providers),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'passkey')) throw passkeyNotFound();
    if (isNotApplied(error, 'last')) {
      throw new ServiceError(
        'conflict',
        'This passkey is the only way to sign in: set a password or add another first.',
      );
    }
    if (isNotApplied(error, 'user')) {
      throw new ServiceError('conflict', 'The account was changed in the meantime. Sign in again and try once more.');
    }
    throw error;
  }
  noteChange(context, call, user, 'passkey_removed');
  return { status: 200, body: { count: 1 } };
}
