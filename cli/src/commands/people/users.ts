import type { Api } from '../../api/api.ts';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { readSecret } from '../../files/read-secret.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';

interface User extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly email: string;
}

const list: Command = {
  name: 'users list',
  summary: 'List the users of the app',
  options: [{ flags: '--search <text>', text: 'part of the address or the name' }],
  examples: ['users list --search ann'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const columns = ['id', 'email', 'name', 'role', 'email_verified', 'disabled', 'last_sign_in_at'];
    return listResult(await listAll(api, `${base}/users`, { search: text(flags, 'search') }), columns);
  },
};

const show: Command = {
  name: 'users show',
  args: ['<user>'],
  summary: 'Show a user, by id or address',
  examples: ['users show ann@example.com'],
  async run(context, [who = '']) {
    return recordResult((await findUser(context, who)).user);
  },
};

const create: Command = {
  name: 'users create',
  args: ['<email>'],
  summary: 'Make a user; without a password send a reset',
  options: [
    { flags: '--name <name>', text: 'the name' },
    { flags: '--role <role>', text: 'the role that rules may ask for' },
    { flags: '--verified', text: 'the address is known to be right' },
    { flags: '--password-file <file>', text: 'read the password from a file, or from standard input for -' },
  ],
  examples: ['users create ann@example.com --role editor'],
  async run(context, [email = ''], flags) {
    const file = text(flags, 'passwordFile');
    const [name, role] = [text(flags, 'name'), text(flags, 'role')];
    const json = {
      email,
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(flag(flags, 'verified') && { email_verified: true }),
      ...(file !== undefined && { password: await readSecret(context, file) }),
    };
    const { api, base } = await projectApi(context);
    return recordResult((await api.call<User>(`${base}/users`, { method: 'POST', json })).data);
  },
};

function switching(verb: 'enable' | 'disable', summary: string): Command {
  return {
    name: `users ${verb}`,
    args: ['<user>'],
    summary,
    examples: [`users ${verb} ann@example.com`],
    async run(context, [who = '']) {
      const { api, at } = await findUser(context, who);
      return recordResult((await api.call<User>(at, { method: 'PATCH', json: { disabled: verb === 'disable' } })).data);
    },
  };
}

const reset: Command = {
  name: 'users reset',
  args: ['<user>'],
  summary: 'Mail a user a link to choose a new password',
  examples: ['users reset ann@example.com'],
  async run(context, [who = '']) {
    const { api, at, user } = await findUser(context, who);
    const { count } = await api.call(`${at}/send-reset`, { method: 'POST', json: {} });
    const told =
      count === 0
        ? 'No mail was sent: there was one just now, or the user is disabled.'
        : `A mail is on its way to ${user.email}.`;
    return noteResult({ id: user.id, email: user.email }, told, count);
  },
};

const remove: Command = {
  name: 'users delete',
  args: ['<user>'],
  summary: 'Delete a user',
  options: [CONFIRM],
  examples: ['users delete ann@example.com --confirm my-shop'],
  async run(context, [who = '']) {
    const { api, at, user, project } = await findUser(context, who);
    await context.confirmLoss(`The user ${user.email} will be gone.`, project);
    await api.call(at, { method: 'DELETE' });
    return noteResult({ id: user.id, email: user.email }, `Deleted ${user.email}.`);
  },
};

interface FoundUser {
  readonly api: Api;
  readonly project: string;
  readonly at: string;
  readonly user: User;
}

async function findUser(context: Context, who: string): Promise<FoundUser> {
  const { api, base, project } = await projectApi(context);
  const user = who.includes('@')
    ? await findByEmail(api, base, who)
    : (await api.get<User>(`${base}${path`/users/${who}`}`)).data;
  return { api, project, user, at: `${base}${path`/users/${user.id}`}` };
}

export async function findByEmail(api: Api, base: string, email: string): Promise<User> {
  const { data } = await api.get<User[]>(`${base}/users`, { search: email.replaceAll('*', ''), limit: 1000 });
  const found = data.find((user) => user.email === email.trim().toLowerCase());
  if (found !== undefined) return found;
  throw new Failure(`There is no user ${email}.`, {
    exit: EXIT.notFound,
    code: 'not_found',
    hint: 'servicectl users list',
  });
}

export const userCommands: readonly Command[] = [
  list,
  show,
  create,
  switching('disable', 'End the sessions of a user and let them sign in no more'),
  switching('enable', 'Let a disabled user sign in again'),
  reset,
  remove,
];
