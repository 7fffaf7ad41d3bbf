import { join } from 'node:path';
import { path } from '../../api/path.ts';
import { buildFunction, findFunctions, namedInApp, requireFunctions } from '../../bundling/function-files.ts';
import { type Command, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { requirePlainPath } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, failed, wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { newFunction } from './new.ts';
import { readPayload } from './read-payload.ts';

const list: Command = {
  name: 'functions list',
  summary: 'List the functions of the project',
  examples: ['functions list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const columns = ['name', 'trigger', 'access', 'schedule', 'enabled', 'origin', 'version', 'deployed_at'];
    const page = await api.get<{ origin: string }[]>(`${base}/functions`);
    // Templates of integrations come with the service: nobody has deployed them.
    const rows = page.data.map((shown) => (shown.origin === 'template' ? { ...shown, deployed_at: null } : shown));
    return { ...listResult(page, columns), shown: { as: 'rows', columns, rows } };
  },
};

const deploy: Command = {
  name: 'functions deploy',
  args: ['[names...]'],
  summary: 'Deploy functions of the folder functions/, with the packages they import',
  more: 'All of them when no name is given. Their options stand in "export const config". Packages are bundled from node_modules on this machine.',
  examples: ['functions deploy', 'functions deploy greet'],
  async run(context, names) {
    const { folder, folders } = await context.settings.serviceJson;
    const root = join(folder, folders.functions);
    await requirePlainPath(folder, root);
    const found = await findFunctions(root);
    const wanted = requireFunctions(found, names);
    if (wanted.length === 0) throw wrongUse(`There are no functions in ${folders.functions}/.`);
    const built = new Map<string, Readonly<Record<string, string>>>();
    for (const name of wanted) built.set(name, (await buildFunction(root, found.get(name) ?? '')).files);
    const { api, base } = await projectApi(context);
    const deployed: object[] = [];
    for (const [name, files] of built) {
      const { data } = await api
        .call<Record<string, unknown>>(`${base}${path`/functions/${name}`}`, {
          method: 'PUT',
          json: { files, from_source: true },
        })
        .catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error;
          throw new Failure(namedInApp(error.message, root, found.get(name) ?? ''), error.facts);
        });
      const { files: _, versions: __, ...shown } = data;
      deployed.push(shown);
    }
    return listResult({ data: deployed }, ['name', 'trigger', 'access', 'version']);
  },
};

interface Run {
  readonly status: string;
  readonly result: unknown;
  readonly error: string | null;
  readonly log?: readonly { readonly level: string; readonly message: string }[];
}

const run: Command = {
  name: 'functions run',
  args: ['<name>'],
  summary: 'Run a function now; exit 1 unless it succeeds',
  options: [{ flags: '--payload <json>', text: 'what it gets: JSON, @file, or - for standard input' }],
  examples: [`functions run greet --payload '{"name": "Ann"}'`, 'functions run greet --payload @payload.json'],
  async run(context, [name = ''], flags) {
    const payload = await readPayload(context, text(flags, 'payload'));
    const { api, base } = await projectApi(context);
    const { data, count } = await api.call<Run>(`${base}${path`/functions/${name}/run`}`, {
      method: 'POST',
      json: payload === undefined ? {} : { payload },
    });
    for (const { level, message } of data.log ?? []) context.output.note(`${level}: ${message}`);
    const isDone = data.status === 'succeeded';
    // Programs get the whole run, which says more than its error.
    if (!isDone && !context.output.options.isJson) {
      // The line already begins with "error:".
      const error = data.error?.replace(/^Error: /, '') ?? `The run ended as ${data.status}.`;
      throw failed(error, `run_${data.status}`);
    }
    const shown = { as: 'text', text: `${JSON.stringify(data.result, null, 2)}\n` } as const;
    return { data, count, exit: isDone ? EXIT.done : EXIT.failed, shown };
  },
};

const remove: Command = {
  name: 'functions delete',
  args: ['<name>'],
  summary: 'Delete a function with its versions; its source in functions/ stays',
  options: [CONFIRM],
  examples: ['functions delete greet --confirm my-shop'],
  async run(context, [name = '']) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss(`The function ${name} and its versions will be gone.`, project);
    await api.call(`${base}${path`/functions/${name}`}`, { method: 'DELETE' });
    return noteResult({ name }, `Deleted the function ${name}.`);
  },
};

export const functionCommands: readonly Command[] = [list, newFunction, deploy, run, remove];
