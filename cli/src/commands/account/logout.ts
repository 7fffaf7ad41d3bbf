import { postForm } from '../../api/post-form.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { Failure, failed } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';
import { type Login, writeLogins } from '../../settings/credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the token stored for a server',
  more: 'A token that came from signing in with the browser ends on the server, too. One that you typed or piped in stays good, because other programs may use it: delete it in the console under "Personal tokens".',
  examples: ['logout --url https://api.example.com'],
  async run(context) {
    const { settings, env } = context;
    const { origin } = await settings.requireServer();
    const logins = new Map(await settings.logins);
    const login = logins.get(origin);
    if (login === undefined) return noteResult({ url: origin }, `You were not logged in to ${origin}.`, 0);
    logins.delete(origin);
    await writeLogins(env, logins);
    if (login.isFromBrowser) await endToken(context, origin, login);
    return noteResult({ url: origin }, `Logged out of ${origin}.`);
  },
};

async function endToken({ signal }: Context, origin: string, { token }: Login): Promise<void> {
  try {
    const { status } = await postForm(`${origin}/oauth/revoke`, { token }, signal);
    if (status !== 200) throw failed(`the server answered ${status}`, 'logout_failed');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(
      `The login is forgotten here, but its token still works: ${error.message.replace(/\.$/, '')}. Delete it in the console under "Personal tokens".`,
      { ...error.facts, hint: undefined },
    );
  }
}
