import { Api } from '../../api/api.ts';
import { type Command, type Flags, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';
import { askSecret, readPipedSecret } from '../../output/ask.ts';
import { type Login, writeLogins } from '../../settings/credentials.ts';
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
    const { token, isFromBrowser } = await readToken(context, flags, origin);
    const api = new Api({ origin, token, signal: context.signal, client: 'cli' });
    const { data } = await api.get<Me>('/api/cloud/auth/me');
    const account = accountName(data);
    const login: Login = { token, account, isFromBrowser };
    await writeLogins(context.env, new Map([...(await context.settings.logins), [origin, login]]));
    return noteResult({ url: origin, account }, `Logged in to ${origin} as ${account}.`);
  },
};

type NewToken = Pick<Login, 'token' | 'isFromBrowser'>;

async function readToken(context: Context, flags: Flags, origin: string): Promise<NewToken> {
  const isBrowser = flag(flags, 'browser');
  if (isBrowser && text(flags, 'tokenFile') !== undefined) throw wrongUse('--browser or --token-file, not both.');
  const token = isBrowser ? undefined : await readGivenToken(context, flags, origin);
  if (token !== undefined) return { token, isFromBrowser: false };
  return { token: await browserToken(context, origin), isFromBrowser: true };
}

async function readGivenToken({ streams, output }: Context, flags: Flags, origin: string): Promise<string | undefined> {
  const file = text(flags, 'tokenFile');
  if (file !== undefined) return readTokenFile(file, streams.stdin);
  if (output.isInteractive) {
    const typed = await askSecret(streams, `Personal token for ${origin} (Enter: sign in with the browser): `);
    return typed.trim() === '' ? undefined : requireToken(typed.trim(), 'What you typed');
  }
  if (streams.stdin.isTTY === true) {
    throw wrongUse('There is no token: use --browser or --token-file, or hand it in on standard input.');
  }
  return requireToken((await readPipedSecret(streams.stdin)).trim(), 'Standard input');
}
