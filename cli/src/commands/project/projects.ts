import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly public_key: string;
  readonly base_url: string;
  readonly app_url: string;
}

const PROJECTS = '/api/cloud/projects';

const list: Command = {
  name: 'projects list',
  summary: 'List the projects you may see',
  examples: ['projects list'],
  async run(context) {
    return listResult(await listAll(await context.api(), PROJECTS), ['id', 'name', 'plan', 'created_at']);
  },
};

const create: Command = {
  name: 'projects create',
  args: ['<name>'],
  summary: 'Make a project',
  options: [{ flags: '--id <id>', text: 'its id; made from the name when not said' }],
  examples: ['projects create "My shop" --id my-shop'],
  async run(context, [name = ''], flags) {
    const id = text(flags, 'id');
    const json = { name, ...(id !== undefined && { id: requireProjectId(id, '--id') }) };
    const { data } = await (await context.api()).call<Project>(PROJECTS, { method: 'POST', json });
    return recordResult(data, shortForm(data));
  },
};

const show: Command = {
  name: 'projects show',
  args: ['[id]'],
  summary: 'Show a project: its public key, its addresses, its settings',
  examples: ['projects show my-shop'],
  async run(context, [id]) {
    const project = id === undefined ? await context.settings.requireProject() : requireProjectId(id, 'The id');
    const { data } = await (await context.api()).get<Project>(path`/api/cloud/projects/${project}`);
    return recordResult(data);
  },
};

const remove: Command = {
  name: 'projects delete',
  args: ['<id>'],
  summary: 'Delete a project with everything in it',
  options: [CONFIRM],
  examples: ['projects delete my-shop --confirm my-shop'],
  async run(context, [projectId = '']) {
    const id = requireProjectId(projectId, 'The id');
    await context.confirmLoss(`The project ${id} and everything in it will be gone.`, id);
    await (await context.api()).call(path`/api/cloud/projects/${id}`, { method: 'DELETE' });
    return noteResult({ id }, `Deleted the project ${id}.`);
  },
};

function shortForm({ id, name, public_key, base_url, app_url }: Project): object {
  return { id, name, public_key, base_url, app_url };
}

export const projectCommands: readonly Command[] = [list, create, show, remove];
