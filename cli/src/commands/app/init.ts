import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { path } from '../../api/path.ts';
import { type Command, type Flags, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readIfThere, requirePlainPath, writeWhole } from '../../files/write-whole.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';
import type { Project } from '../project/projects.ts';
import { fetchSchemaText } from '../schema/fetch-schema.ts';
import { fetchTypes, TYPES_FILE } from './types.ts';
import { writeServiceJson } from './write-service-json.ts';

export const init: Command = {
  name: 'init',
  summary: 'Prepare this folder for a project: service.json, .env, schema.json and types',
  more: 'What is there stays: lines that are missing in .env are added, schema.json is written only when there is none. Run it again whenever you like.',
  options: [
    { flags: '--create <name>', text: 'make a new project first' },
    { flags: '--id <id>', text: 'the id of the new project' },
  ],
  examples: ['init --create "My shop" --url http://localhost:8787', 'init --project my-shop'],
  async run(context, _args, flags) {
    const server = await context.settings.requireServer();
    const project = await findOrCreate(context, flags);
    const service = await writeServiceJson(context, { url: server.origin, project: project.id });
    const { folder, folders } = await context.settings.serviceJson;
    const files = [
      service.isWritten ? service.path : undefined,
      await writeEnv(folder, server.origin, project),
      await writeSchema(context, folder, folders.schema, project.id),
      await writeTypes(context, folder, project.id),
    ];
    const written = files.filter((file) => file !== undefined).map((file) => relative(context.cwd, file));
    const told =
      written.length === 0
        ? 'everything was there.'
        : `wrote ${written.join(', ')}. To make tables, describe them in ${folders.schema} and run servicectl push.`;
    return noteResult({ written, project: project.id }, `This folder is set up for ${project.id}: ${told}`);
  },
};

async function findOrCreate(context: Context, flags: Flags): Promise<Project> {
  const [name, id] = [text(flags, 'create'), text(flags, 'id')];
  if (name === undefined && id !== undefined) throw wrongUse('--id goes with --create.');
  const api = await context.api();
  if (name === undefined) {
    const project = await context.settings.requireProject();
    return (await api.get<Project>(path`/api/cloud/projects/${project}`)).data;
  }
  const json = { name, ...(id !== undefined && { id: requireProjectId(id, '--id') }) };
  return (await api.call<Project>('/api/cloud/projects', { method: 'POST', json })).data;
}

async function writeEnv(folder: string, origin: string, project: Project): Promise<string | undefined> {
  const file = join(folder, '.env');
  const before = await readIfThere(file, (name) => readFile(name, 'utf8'));
  const lines = { SERVICE_URL: origin, SERVICE_PROJECT_ID: project.id, SERVICE_PUBLIC_KEY: project.public_key };
  const missing = Object.entries(lines)
    .filter(([name]) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(before ?? ''))
    .map(([name, value]) => `${name}=${value}\n`);
  if (missing.length === 0) return undefined;
  await requirePlainPath(folder, file);
  const gap = before === undefined || before === '' || before.endsWith('\n') ? '' : '\n';
  await writeWhole(file, `${before ?? ''}${gap}${missing.join('')}`, 0o600);
  return file;
}

async function writeSchema(context: Context, folder: string, name: string, project: string) {
  const file = join(folder, name);
  if ((await readIfThere(file, (path) => readFile(path, 'utf8'))) !== undefined) return undefined;
  await requirePlainPath(folder, file);
  return writeIfServed(file, () => fetchSchemaText(context, project));
}

async function writeTypes(context: Context, folder: string, project: string) {
  const file = join(folder, TYPES_FILE);
  const before = await readIfThere(file, (path) => readFile(path, 'utf8'));
  await requirePlainPath(folder, file);
  return writeIfServed(file, () => fetchTypes(context, project, file), before);
}

/** Writes nothing when an older server does not serve this description. */
async function writeIfServed(file: string, fetchText: () => Promise<string>, before?: string) {
  try {
    const content = await fetchText();
    if (content === before) return undefined;
    await writeWhole(file, content);
    return file;
  } catch (error) {
    if (error instanceof Failure && error.facts.status === 404) return undefined;
    throw error;
  }
}
