import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { failed, fileFailure, systemCode } from '../outcome/failure.ts';

export interface Login {
  readonly token: string;
  readonly account: string;
  /** The token was made for this login, so no other program has it. */
  readonly isFromBrowser: boolean;
}

export type Logins = ReadonlyMap<string, Login>;

type Env = Readonly<Record<string, string | undefined>>;

export function credentialsPath(env: Env): string {
  return join(configFolder(env), 'credentials.json');
}

function configFolder(env: Env): string {
  if (env['SERVICE_CONFIG_DIR']) return env['SERVICE_CONFIG_DIR'];
  if (env['XDG_CONFIG_HOME']) return join(env['XDG_CONFIG_HOME'], 'service');
  return join(env['HOME'] || homedir(), '.config', 'service');
}

/** Empty when the file does not exist. Repairs modes that let other users read it, and reports that through `warn`. */
export async function readLogins(env: Env, warn: (text: string) => void): Promise<Logins> {
  const path = credentialsPath(env);
  try {
    await repairMode(dirname(path), 0o700, warn);
    await repairMode(path, 0o600, warn);
    return parseLogins(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return new Map();
    throw fileFailure(path, error);
  }
}

async function repairMode(path: string, mode: number, warn: (text: string) => void): Promise<void> {
  const current = (await stat(path)).mode & 0o777;
  if ((current & ~mode) === 0) return;
  await chmod(path, mode);
  warn(`warning: ${path} had mode ${current.toString(8)} and now has ${mode.toString(8)}: it holds tokens.`);
}

function parseLogins(path: string, text: string): Logins {
  const broken = failed(`${path} is damaged. Delete it and log in again.`, 'credentials_damaged');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken;
  }
  const { version, logins } = (value ?? {}) as { version?: unknown; logins?: unknown };
  if (version !== 1 || typeof logins !== 'object' || logins === null) throw broken;
  const read = new Map<string, Login>();
  for (const [origin, login] of Object.entries(logins)) {
    const { token, account, browser } = (login ?? {}) as { token?: unknown; account?: unknown; browser?: unknown };
    if (typeof token !== 'string' || typeof account !== 'string') throw broken;
    read.set(origin, { token, account, isFromBrowser: browser === true });
  }
  return read;
}

export async function writeLogins(env: Env, logins: Logins): Promise<void> {
  const path = credentialsPath(env);
  const temporary = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ version: 1, logins: storedForm(logins) }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw fileFailure(path, error);
  }
}

function storedForm(logins: Logins): object {
  return Object.fromEntries(
    Array.from(logins, ([origin, { token, account, isFromBrowser }]) => [
      origin,
      { token, account, ...(isFromBrowser && { browser: true }) },
    ]),
  );
}
