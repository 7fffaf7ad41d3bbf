import { Api } from '../../api/api.ts';
import { type Command, type Flags, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';
import { askSecret, readPipedSecret } from '../../output/ask.ts';
import { writeLogins } from '../../settings/credentials.ts';
import { readTokenFile, requireToken } from '../../settings/read-token-file.ts';
import { accountName, type Me } from './me.ts';

export const login: Command = {
  name: 'login',
  summary: 'Store a personal token for a server',
  more: 'Make the token in the console under "Personal tokens". It is typed unseen, or read from standard input or --token-file, tried, and kept for this server only, in a file that only you can read.',
  examples: ['login --url https://api.example.com', 'login --url https://api.example.com < token.txt'],
  async run(context, _args, flags) {
    const { origin, source } = await context.settings.requireServer();
    if (source === 'file') await context.confirm(`Log in to ${origin}, which service.json names?`);
    const token = await readToken(context, flags, origin);
    const api = new Api({ origin, token, signal: context.signal, client: 'cli' });
    const { data } = await api.get<Me>('/api/cloud/auth/me');
    const account = accountName(data);
    await writeLogins(context.env, new Map([...(await context.settings.logins), [origin, { token, account }]]));
    return noteResult({ url: origin, account }, `Logged in to ${origin} as ${account}.`);
  },
};

async function readToken({ streams, output }: Context, flags: Flags, origin: string): Promise<string> {
  const file = text(flags, 'tokenFile');
  if (file !== undefined) return readTokenFile(file, streams.stdin);
  if (output.isInteractive) {
    return requireToken((await askSecret(streams, `Personal token for ${origin}: `)).trim(), 'What you typed');
  }
  if (streams.stdin.isTTY === true)
    throw wrongUse('There is no token: use --token-file, or hand it in on standard input.');
  return requireToken((await readPipedSecret(streams.stdin)).trim(), 'Standard input');
}
