import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { findFunctions } from '../../bundling/function-files.ts';
import { readSources } from '../../bundling/read-sources.ts';
import type { Context } from '../../command/context.ts';
import { readIfThere } from '../../files/write-whole.ts';
import { Failure } from '../../outcome/failure.ts';
import { fetchTypes, TYPES_FILE } from '../app/types.ts';
import type { StoredBackup } from '../backup/stored-backup.ts';
import { type Check, check, fail, ok, type Verdict, warn } from './check.ts';
import type { Info } from './server-checks.ts';

const DAY_MS = 86_400_000;
/** In days; scheduled backups run daily. */
const BACKUP_DAYS_MAX = 2;

interface ProjectRecord {
  readonly id: string;
  readonly public_key: string;
  readonly role?: string;
}

export async function checkProject(context: Context, api: Api, info: Info): Promise<readonly Check[]> {
  const id = await context.settings.findProject();
  if (id === undefined)
    return [{ name: 'project', ...warn('No project is set: run servicectl init or servicectl link.') }];
  let project: ProjectRecord | undefined;
  const found = await check('project', async () => {
    project = (await api.get<ProjectRecord>(path`/api/cloud/projects/${id}`)).data;
    return ok(`${id} is there.`);
  });
  if (project === undefined) return found;
  const { public_key: publicKey, role } = project;
  return [
    ...found,
    ...(await check('role', async () => judgeRole(role))),
    ...(await check('.env', () => judgeEnv(context, { SERVICE_PROJECT_ID: id, SERVICE_PUBLIC_KEY: publicKey }))),
    ...(await check('types', () => judgeTypes(context, id))),
    ...(await check('builds', () => judgeBuilds(context))),
    ...(await check('backup', () => judgeBackup(api, id, info))),
  ];
}

function judgeRole(role: string | undefined): Verdict | undefined {
  if (role === undefined) return undefined;
  return role === 'viewer'
    ? warn('You are a viewer and change nothing: an owner can make you more.')
    : ok(`You are ${role}.`);
}

async function judgeEnv(context: Context, expected: Readonly<Record<string, string>>): Promise<Verdict> {
  const { folder } = await context.settings.serviceJson;
  const text = await readIfThere(join(folder, '.env'), (file) => readFile(file, 'utf8'));
  if (text === undefined) return warn('There is no .env: run servicectl init.');
  for (const [name, value] of Object.entries(expected)) {
    const [, present] = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*["']?([^"'\\s]*)`, 'm').exec(text) ?? [];
    if (present === undefined) return warn(`.env has no ${name}: run servicectl init.`);
    if (present !== value)
      return warn(`.env has another ${name} than ${value}: delete its line and run servicectl init.`);
  }
  return ok('.env names this project.');
}

async function judgeTypes(context: Context, project: string): Promise<Verdict> {
  const { folder } = await context.settings.serviceJson;
  const file = join(folder, TYPES_FILE);
  const text = await readIfThere(file, (name) => readFile(name, 'utf8'));
  if (text === undefined) return warn(`There is no ${TYPES_FILE}: run servicectl types.`);
  if (text !== (await fetchTypes(context, project, file)))
    return warn(`${TYPES_FILE} is not up to date: run servicectl types.`);
  return ok(`${TYPES_FILE} is up to date.`);
}

async function judgeBuilds(context: Context): Promise<Verdict> {
  const { folder, folders } = await context.settings.serviceJson;
  let built = 0;
  for (const kind of ['functions', 'webhook'] as const) {
    const root = join(folder, folders[kind]);
    const files = [...(await findFunctions(root)).values()];
    if (files.length > 0) await readSources(root, files);
    built += files.length;
  }
  return ok(built === 0 ? 'There are no functions to build.' : `${built} functions and handlers can be built.`);
}

async function judgeBackup(api: Api, project: string, info: Info): Promise<Verdict | undefined> {
  const newest = await newestBackup(api, project);
  if (newest === 'unseen') return undefined;
  const schedule = info.backups ? '' : ' None are made on a schedule: the operator sets SERVICE_BACKUP_URL.';
  if (newest === undefined) return warn(`There is no backup: run servicectl backup.${schedule}`);
  const days = (Date.now() - Date.parse(newest.created_at)) / DAY_MS;
  if (days > BACKUP_DAYS_MAX) {
    const told = `The newest backup is ${Math.floor(days)} days old`;
    return info.backups
      ? fail(`${told}, although a schedule makes them: run servicectl backup list.`)
      : warn(`${told}: run servicectl backup create.${schedule}`);
  }
  return ok(`The newest backup is of ${newest.created_at}.`);
}

async function newestBackup(api: Api, project: string): Promise<StoredBackup | 'unseen' | undefined> {
  try {
    const { data } = await api.get<StoredBackup[]>(path`/api/cloud/projects/${project}/backups`, { limit: 100 });
    return data.find(({ state }) => state === 'ready');
  } catch (error) {
    if (error instanceof Failure && error.facts.status === 403) return 'unseen';
    throw error;
  }
}
