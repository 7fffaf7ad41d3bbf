import { createHash, randomBytes } from 'node:crypto';
import type { Config, Context } from '@service/functions/server';

export const config: Config = { access: 'authenticated' };

const ROLES = ['editor', 'reader'];

interface Invite {
  readonly team_id: string;
  readonly email: string;
  readonly role: string;
  readonly page: string;
}

/** Invites somebody to a team by mail. Only owners of the team may: they alone see its invitations. */
export default async function (ctx: Context<Invite>) {
  const { team_id, email, role, page } = ctx.payload;
  if (!ROLES.includes(role)) throw ctx.error('Choose a role: editor or reader.', { status: 400 });
  const mine = { team_id, user_id: ctx.user?.id ?? '', role: 'owner' };
  if ((await ctx.data.table('members').count({ filter: mine })) === 0) {
    throw ctx.error('Only owners of the team invite.', { status: 403 });
  }
  const token = randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest('hex');
  const address = email.trim().toLowerCase();
  await ctx.data.table('invitations').insert({ team_id, email: address, role, token_hash });
  const link = `${page}#join=${token}`;
  const sent = await ctx.functions.invoke('send_email', {
    to: address,
    subject: 'You are invited to a team',
    text: `${ctx.user?.email ?? 'Somebody'} invites you. Join here:\n\n${link}\n`,
  });
  // The owner hands the link over in another way when no mail is connected. It works for the invited address alone.
  return sent.success ? { sent: true } : { sent: false, link };
}
