import { access, constants, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../command/context.ts';
import { systemCode } from '../../outcome/failure.ts';
import { credentialsPath } from '../../settings/credentials.ts';
import { type Check, check, fail, ok, type Verdict, warn } from './check.ts';

const NODE_MIN = 20;
const FREE_WARN = 1_000_000_000;
const FREE_FAIL = 100_000_000;
const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

export async function checkMachine(context: Context): Promise<readonly Check[]> {
  const { folder } = await context.settings.serviceJson.catch(() => ({ folder: context.cwd }));
  return [
    ...(await check('node', judgeNode)),
    ...(await check('files', () => judgeFiles(context))),
    ...(await check('rights', () => judgeRights(folder))),
    ...(await check('disk', async () => judgeRoom('This disk', await freeBytes(folder)))),
  ];
}

/** In a checkout the service runs on the checkout's own Node; the command runs on any. */
async function judgeNode(): Promise<Verdict> {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < NODE_MIN) return fail(`Node ${node} is too old: install ${NODE_MIN} or newer.`);
  const manifest = await readFile(join(CHECKOUT, 'package.json'), 'utf8').catch(() => '{}');
  const { name } = JSON.parse(manifest) as { readonly name?: string };
  const own = join(CHECKOUT, 'node_modules/.bin/node');
  if (name !== 'service-workspace' || (await canUse(own, constants.X_OK))) return ok(`Node ${node}.`);
  return warn(`Node ${node}; the Node of this checkout is not installed: run npm ci.`);
}

async function judgeFiles({ settings, env }: Context): Promise<Verdict> {
  const { path } = await settings.serviceJson;
  const logins = await settings.logins;
  const stored = logins.size === 0 ? '' : ` Stored logins in ${credentialsPath(env)}: ${logins.size}.`;
  if (path !== undefined) return ok(`${path} is well-formed.${stored}`);
  return warn(`There is no service.json here or above: run servicectl init or servicectl link.${stored}`);
}

async function judgeRights(folder: string): Promise<Verdict> {
  if (await canUse(folder, constants.W_OK)) return ok(`${folder} can be written to.`);
  return fail(`${folder} cannot be written to by this user: change its owner or its mode.`);
}

async function canUse(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function judgeRoom(whose: string, bytes: number): Verdict {
  const room = `${whose} has ${(bytes / 1_000_000_000).toFixed(1)} GB left`;
  if (bytes < FREE_FAIL) return fail(`${room}: writing will fail. Make room.`);
  return bytes < FREE_WARN ? warn(`${room}. Make room.`) : ok(`${room}.`);
}
