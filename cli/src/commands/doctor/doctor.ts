import type { Api } from '../../api/api.ts';
import { listAll } from '../../api/list-all.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import type { Server } from '../../settings/settings.ts';
import { accountName, type Me } from '../account/me.ts';
import { type Check, check, ok } from './check.ts';
import { checkMachine } from './machine-checks.ts';
import { checkProject } from './project-checks.ts';
import { checkSearch } from './search-checks.ts';
import { checkInstance, checkServer, type Info } from './server-checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Find what is wrong with this machine, the server or the project, and say what to do',
  more: 'Exit 1 when something fails. Each check stands for itself; what needs a server or a token is left out where there is none.',
  examples: ['doctor', 'doctor --json'],
  async run(context) {
    const checks = [...(await checkMachine(context)), ...(await checkRemote(context))];
    const exit = checks.some(({ state }) => state === 'fail') ? EXIT.failed : EXIT.done;
    return {
      data: { checks },
      count: 1,
      exit,
      shown: { as: 'rows', columns: ['state', 'name', 'message'], rows: checks },
    };
  },
};

async function checkRemote(context: Context): Promise<readonly Check[]> {
  let server: Server | undefined;
  const set = await check('server', async () => {
    server = await context.settings.requireServer();
    return undefined;
  });
  if (server === undefined) return set;
  const reached = await checkServer(context, server);
  if (reached.some(({ name, state }) => name === 'server' && state === 'fail')) return reached;
  return [...reached, ...(await checkWithToken(context))];
}

async function checkWithToken(context: Context): Promise<readonly Check[]> {
  let known: { readonly api: Api; readonly info: Info } | undefined;
  const token = await check('token', async () => {
    const api = await context.api();
    const { data: me } = await api.get<Me>('/api/cloud/auth/me');
    known = { api, info: (await api.get<Info>('/api/cloud/info')).data };
    return ok(`The token is that of ${accountName(me)}.`);
  });
  if (known === undefined) return token;
  const { api, info } = known;
  return [
    ...token,
    ...(await checkInstance(info)),
    ...(await checkProject(context, api, info)),
    ...(await checkSearch(api, () => projectsToSearch(context, api, info))),
  ];
}

async function projectsToSearch(context: Context, api: Api, { engine }: Info): Promise<readonly string[]> {
  if (engine !== undefined) return (await listAll(api, '/api/cloud/projects')).data.map(({ id }) => String(id));
  const id = await context.settings.findProject();
  return id === undefined ? [] : [id];
}
