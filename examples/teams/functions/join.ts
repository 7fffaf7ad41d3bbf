import { createHash } from 'node:crypto';
import type { Config, Context } from '@service/functions/server';

export const config: Config = { access: 'authenticated' };

interface Invitation {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: string;
}

/** Lets the invited person in. Nobody is in a team twice, so an invitation that is used again changes nothing. */
export default async function (ctx: Context<{ readonly token: string }>) {
  const token_hash = createHash('sha256').update(String(ctx.payload.token)).digest('hex');
  const [found] = await ctx.data.table<Invitation>('invitations').list({ filter: { token_hash }, limit: 1 });
  const { user } = ctx;
  if (found === undefined || user === null || user.email !== found.email) {
    throw ctx.error('This invitation is for another address, or was used already.', { status: 403 });
  }
  const { id, team_id, role } = found;
  const members = ctx.data.table('members');
  if ((await members.count({ filter: { team_id, user_id: user.id } })) === 0) {
    await members.insert({ team_id, role, user_id: user.id, name: user.email });
  }
  await ctx.data.table('invitations').remove(id);
  return { team_id };
}
