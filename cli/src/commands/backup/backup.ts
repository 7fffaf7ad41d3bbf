import { listAll } from '../../api/list-all.ts';
import { type Command, type Flags, type OptionText, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { makeArchive } from './make-archive.ts';
import { PASSPHRASE, passphraseHeaders } from './passphrase.ts';
import { OUT, placeOf, requirePlace, saveArchive, savedResult } from './save-archive.ts';
import {
  type BackupOrder,
  backupPath,
  beginBackup,
  readyBackup,
  type StoredBackup,
  storedBytes,
} from './stored-backup.ts';

const EXCLUDABLE = ['data', 'files', 'messages', 'deployments'];
const EXCLUDE: OptionText = {
  flags: '--exclude <parts>',
  text: `leave out some of ${EXCLUDABLE.join(', ')}, by commas`,
};

const backup: Command = {
  name: 'backup',
  summary: 'Save the whole project of this moment as one archive',
  more: 'With its rows, users and their passwords, files, functions, webhooks, messages and deployments; writes go on meanwhile. Goes on where it was when the connection breaks. The file is there whole or not at all, and only you can read it.',
  options: [OUT, EXCLUDE, PASSPHRASE],
  examples: [
    'backup',
    'backup --out shop.service.tar --passphrase-file passphrase.txt',
    'backup --out - --exclude files > shop.service.tar',
  ],
  async run(context, _args, flags) {
    const out = text(flags, 'out');
    await requirePlace(context, out);
    const order = await orderOf(context, flags);
    const { project, ...at } = await backupsApi(context);
    const saved = await makeArchive(context, at, order, placeOf(out, project, new Date()));
    if (text(flags, 'passphraseFile') === undefined) {
      context.output.note(
        'Its secrets open on this server only, for admins of the project; with --passphrase-file the passphrase alone opens them, anywhere.',
      );
    }
    return savedResult(saved);
  },
};

const create: Command = {
  name: 'backup create',
  summary: 'Make a backup that the server keeps, and wait until it has read it back',
  more: 'It is kept at the place that the operator has set for backups, or for a day where there is none.',
  options: [EXCLUDE, PASSPHRASE],
  examples: ['backup create', 'backup create --exclude files,messages'],
  async run(context, _args, flags) {
    const order = await orderOf(context, flags);
    const { project: _, ...at } = await backupsApi(context);
    return recordResult(await readyBackup(at, await beginBackup(at, order)));
  },
};

const list: Command = {
  name: 'backup list',
  summary: 'List the backups that the server keeps, newest first',
  examples: ['backup list'],
  async run(context) {
    const { api, base } = await backupsApi(context);
    const columns = ['id', 'state', 'trigger', 'stored', 'created_at', 'size_bytes', 'verified_at'];
    return listResult(await listAll(api, `${base}/backups`), columns);
  },
};

const fetch: Command = {
  name: 'backup fetch',
  args: ['<id>'],
  summary: 'Download a backup that the server keeps',
  options: [OUT],
  examples: ['backup fetch 0199c0de-0000-7000-8000-000000000000 --out shop.service.tar'],
  async run(context, [id = ''], flags) {
    const out = text(flags, 'out');
    await requirePlace(context, out);
    const { project, ...at } = await backupsApi(context);
    const { data } = await at.api.get<StoredBackup>(backupPath(at.base, id));
    const place = placeOf(out, project, new Date(data.created_at));
    return savedResult(await saveArchive(context, place, storedBytes(at, data)));
  },
};

const remove: Command = {
  name: 'backup delete',
  args: ['<id>'],
  summary: 'Delete a backup where the server keeps it',
  options: [CONFIRM],
  examples: ['backup delete 0199c0de-0000-7000-8000-000000000000 --confirm my-shop'],
  async run(context, [id = '']) {
    const { api, base, project } = await backupsApi(context);
    await context.confirmLoss(`The backup ${id} will be gone.`, project);
    await api.call(backupPath(base, id), { method: 'DELETE' });
    return noteResult({ id }, `Deleted the backup ${id}.`);
  },
};

async function orderOf(context: Context, flags: Flags): Promise<BackupOrder> {
  const exclude = (text(flags, 'exclude') ?? '').split(',').filter((part) => part !== '');
  const unknown = exclude.find((part) => !EXCLUDABLE.includes(part));
  if (unknown !== undefined) throw wrongUse(`"${unknown}" cannot be left out: it is ${EXCLUDABLE.join(', ')}.`);
  return { exclude, headers: await passphraseHeaders(context, flags) };
}

async function backupsApi(context: Context) {
  const { api, base, project } = await projectApi(context);
  return { api, base, project, signal: context.signal };
}

export const backupCommands: readonly Command[] = [backup, create, list, fetch, remove];
