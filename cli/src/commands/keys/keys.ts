import { resolve } from 'node:path';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { openWhole } from '../../files/write-whole.ts';
import { listResult, noteResult, type Result, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { laterTime } from './later-time.ts';

interface CreatedKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

const list: Command = {
  name: 'keys list',
  summary: 'List the secret keys of the project, without the keys themselves',
  examples: ['keys list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const columns = ['id', 'name', 'created_at', 'last_used_at', 'expires_at'];
    return listResult(await listAll(api, `${base}/keys`), columns);
  },
};

const create: Command = {
  name: 'keys create',
  args: ['<name>'],
  summary: 'Make a secret key; it is shown this one time',
  more: 'The key passes every rule: it belongs on servers, never in an app. With --out it goes into a file that only you can read and is not shown.',
  options: [
    { flags: '--expires <time>', text: 'when it ends: an ISO time, or how long from now, such as 90d' },
    { flags: '--out <file>', text: 'write the key into a new file, and nothing to standard output' },
  ],
  examples: ['keys create "Importer" --expires 30d', 'keys create "Shop server" --out key.txt'],
  async run(context, [name = ''], flags) {
    const [expires, out] = [text(flags, 'expires'), text(flags, 'out')];
    const expiresAt = expires === undefined ? undefined : laterTime(expires);
    // The file is opened first: a key that could not be written anywhere would be lost.
    const file =
      out === undefined ? undefined : await openWhole(resolve(context.cwd, out), { mode: 0o600, isNew: true });
    try {
      const { api, base } = await projectApi(context);
      const json = { name, ...(expiresAt !== undefined && { expires_at: expiresAt }) };
      const { data } = await api.call<CreatedKey>(`${base}/keys`, { method: 'POST', json });
      if (file === undefined) return shownKey(data);
      await file.write(`${data.key}\n`);
      const written = await file.finish();
      return noteResult({ id: data.id, name: data.name, path: written }, `The key ${data.id} is in ${written}.`);
    } finally {
      await file?.discard();
    }
  },
};

function shownKey(key: CreatedKey): Result {
  return { data: key, count: 1, shown: { as: 'text', text: `${key.key}\n` } };
}

const remove: Command = {
  name: 'keys delete',
  args: ['<id>'],
  summary: 'End a secret key at once',
  options: [CONFIRM],
  examples: ['keys delete 0199c0de-0000-7000-8000-000000000000 --confirm my-shop'],
  async run(context, [id = '']) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss(`Programs that use the key ${id} will be refused.`, project);
    await api.call(`${base}${path`/keys/${id}`}`, { method: 'DELETE' });
    return noteResult({ id }, `The key ${id} is gone.`);
  },
};

const rotate: Command = {
  name: 'keys rotate-public',
  summary: 'Make a new public key; the old one ends at once',
  more: 'Apps that hold the old public key are refused until they are built with the new one.',
  options: [CONFIRM],
  examples: ['keys rotate-public --confirm my-shop'],
  async run(context) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss('Apps that hold the public key will be refused until they have the new one.', project);
    return recordResult((await api.call<object>(`${base}/keys/rotate-public`, { method: 'POST' })).data);
  },
};

export const keyCommands: readonly Command[] = [list, create, remove, rotate];
