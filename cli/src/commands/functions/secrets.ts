import { path } from '../../api/path.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult } from '../../outcome/result.ts';
import { askSecret, readPipedSecret } from '../../output/ask.ts';
import { projectApi } from '../project/tables.ts';

const list: Command = {
  name: 'functions secrets list',
  summary: 'List the names of the secrets',
  examples: ['functions secrets list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const answer = await api.get<(string | object)[]>(`${base}/secrets`);
    const data = answer.data.map((secret) => (typeof secret === 'string' ? { name: secret } : secret));
    return { ...listResult({ data, count: answer.count }, ['name', 'updated_at']), data: answer.data };
  },
};

const set: Command = {
  name: 'functions secrets set',
  args: ['<name>'],
  summary: 'Set a secret; its value is typed unseen or read from standard input',
  examples: ['functions secrets set STRIPE_KEY', 'functions secrets set STRIPE_KEY < key.txt'],
  async run(context, [name = '']) {
    const { api, base } = await projectApi(context);
    const value = await readValue(context, name);
    await api.call(`${base}${path`/secrets/${name}`}`, { method: 'PUT', json: { value } });
    return noteResult({ name }, `${name} is set; functions have it from their next call on.`);
  },
};

const unset: Command = {
  name: 'functions secrets unset',
  args: ['<name>'],
  summary: 'Delete a secret',
  examples: ['functions secrets unset STRIPE_KEY'],
  async run(context, [name = '']) {
    const { api, base } = await projectApi(context);
    await context.confirm(`Delete the secret ${name}?`);
    await api.call(`${base}${path`/secrets/${name}`}`, { method: 'DELETE' });
    return noteResult({ name }, `${name} is gone.`);
  },
};

async function readValue({ output, streams }: Context, name: string): Promise<string> {
  if (output.isInteractive) return askSecret(streams, `Value of ${name}: `);
  if (streams.stdin.isTTY === true) throw wrongUse('There is no value: hand it in on standard input.');
  const value = await readPipedSecret(streams.stdin);
  if (value === '') throw wrongUse('Standard input holds no value.');
  return value;
}

export const secretCommands: readonly Command[] = [list, set, unset];
