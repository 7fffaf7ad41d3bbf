import { Api } from '../../api/api.ts';
import { type Command, type Flags, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';
import { askSecret, readPipedSecret } from '../../output/ask.ts';
import { writeLogins } from '../../settings/credentials.ts';
import { readTokenFile, requireToken } from '../../settings/read-token-file.ts';
import { browserToken } from './browser-token.ts';
import { accountName, type Me } from './me.ts';

export const login: Command = {
  name: 'login',
  summary: 'Sign in to a server, by the browser or with a personal token',
  more: 'At a terminal, Enter or --browser shows a code to type into the console, on this machine or another; a personal token can be typed unseen instead. Without a terminal the token is read from standard input or --token-file. It is tried, and kept for this server only, in a file that only you can read.',
  options: [{ flags: '--browser', text: 'sign in with the browser without asking' }],
  examples: [
    'login --url https://api.example.com',
    'login --url https://api.example.com --browser',
    'login --url https://api.example.com < token.txt',
  ],
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

async function readToken(context: Context, flags: Flags, origin: string): Promise<string> {
  const { streams, output } = context;
  const file = text(flags, 'tokenFile');
  if (flag(flags, 'browser')) {
    if (file !== undefined) throw wrongUse('--browser or --token-file, not both.');
    return browserToken(context, origin);
  }
  if (file !== undefined) return readTokenFile(file, streams.stdin);
  if (output.isInteractive) {
    const typed = await askSecret(streams, `Personal token for ${origin} (Enter: sign in with the browser): `);
    return typed.trim() === '' ? browserToken(context, origin) : requireToken(typed.trim(), 'What you typed');
  }
  if (streams.stdin.isTTY === true) {
    throw wrongUse('There is no token: use --browser or --token-file, or hand it in on standard input.');
  }
  return requireToken((await readPipedSecret(streams.stdin)).trim(), 'Standard input');
}
