import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, type Flags, flag, type OptionText, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readSecret } from '../../files/read-secret.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';

const DATABASES = '/api/cloud/instance/databases';
const COLUMNS = ['name', 'state', 'projects', 'bytes', 'connections', 'accepts_new', 'weight'];

const ADDRESS: OptionText = {
  flags: '--address-file <file>',
  text: 'read the postgres:// address from a file, or from standard input for -',
};
const WEIGHT: OptionText = {
  flags: '--weight <number>',
  text: 'its share of new projects, relative to the other databases',
};

const list: Command = {
  name: 'instance databases list',
  summary: 'List the PostgreSQL databases that hold projects, for operators',
  examples: ['instance databases list'],
  async run(context) {
    return listResult(await (await context.api()).get<object[]>(DATABASES), COLUMNS);
  },
};

const projects: Command = {
  name: 'instance projects',
  summary: 'List all projects of the installation with the database of each, for operators',
  options: [
    { flags: '--search <text>', text: 'only projects with this text in their name or id' },
    { flags: '--database <name>', text: 'only projects in this database' },
  ],
  examples: ['instance projects', 'instance projects --database west --search shop'],
  async run(context, _args, flags) {
    const query = { search: text(flags, 'search'), database: text(flags, 'database') };
    const found = await listAll(await context.api(), '/api/cloud/instance/projects', query);
    return listResult(found, ['id', 'name', 'database']);
  },
};

const show: Command = {
  name: 'instance databases show',
  args: ['<name>'],
  summary: 'Show a database with its projects, size, connections and state, for operators',
  examples: ['instance databases show primary'],
  async run(context, [name = '']) {
    return recordResult((await (await context.api()).get<object>(pathOf(name))).data);
  },
};

const add: Command = {
  name: 'instance databases add',
  args: ['<name>'],
  summary: 'Add an empty PostgreSQL database for projects, for operators',
  more: 'The server stores the address encrypted and never shows it again. New projects go where there is most room, unless --closed.',
  options: [ADDRESS, WEIGHT, { flags: '--closed', text: 'no new projects go there; projects can be moved there' }],
  examples: [
    'instance databases add west --address-file west.txt',
    'instance databases add west --address-file - --closed',
  ],
  async run(context, [name = ''], flags) {
    const json = { name, url: await readAddress(context, flags), ...weightOf(flags) };
    if (json.url === undefined)
      throw wrongUse('The address holds a password, so it comes from a file: --address-file.');
    const body = flag(flags, 'closed') ? { ...json, accepts_new: false } : json;
    return recordResult((await (await context.api()).call<object>(DATABASES, { method: 'POST', json: body })).data);
  },
};

const change: Command = {
  name: 'instance databases change',
  args: ['<name>'],
  summary: 'Change whether a database takes new projects, its weight or its address, for operators',
  options: [
    ADDRESS,
    WEIGHT,
    { flags: '--closed', text: 'no new projects go there' },
    { flags: '--open', text: 'new projects go there' },
  ],
  examples: ['instance databases change primary --closed', 'instance databases change west --weight 2'],
  async run(context, [name = ''], flags) {
    const [isOpen, isClosed] = [flag(flags, 'open'), flag(flags, 'closed')];
    if (isOpen && isClosed) throw wrongUse('Say --open or --closed, not both.');
    const url = await readAddress(context, flags);
    const json = {
      ...(url !== undefined && { url }),
      ...weightOf(flags),
      ...((isOpen || isClosed) && { accepts_new: isOpen }),
    };
    if (Object.keys(json).length === 0) throw wrongUse('Say what changes: --open, --closed, --weight, --address-file.');
    return recordResult((await (await context.api()).call<object>(pathOf(name), { method: 'PATCH', json })).data);
  },
};

const remove: Command = {
  name: 'instance databases delete',
  args: ['<name>'],
  summary: 'Remove a database that holds no projects, for operators; the database itself stays',
  examples: ['instance databases delete west'],
  async run(context, [name = '']) {
    await context.confirm(`Remove the database ${name} from this installation?`);
    await (await context.api()).call(pathOf(name), { method: 'DELETE' });
    return noteResult({ name }, `Removed the database ${name}.`);
  },
};

function pathOf(name: string): string {
  return `${DATABASES}${path`/${name}`}`;
}

async function readAddress(context: Context, flags: Flags): Promise<string | undefined> {
  const file = text(flags, 'addressFile');
  return file === undefined ? undefined : (await readSecret(context, file)).trim();
}

function weightOf(flags: Flags): { readonly weight?: number } {
  const weight = text(flags, 'weight');
  if (weight === undefined) return {};
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(weight)) throw wrongUse(`--weight "${weight}" is no number such as 1 or 0.5.`);
  return { weight: Number(weight) };
}

export const databaseCommands: readonly Command[] = [list, show, add, change, remove, projects];
