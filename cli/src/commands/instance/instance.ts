import { resolve } from 'node:path';
import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { readSecret } from '../../files/read-secret.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult, recordResult } from '../../outcome/result.ts';
import { PASSPHRASE, passphraseHeaders } from '../backup/passphrase.ts';
import { backUp } from './back-up.ts';
import { readMasterKey } from './master-key.ts';
import { openPlace, STORED } from './open-place.ts';
import { restore } from './restore.ts';

const backup: Command = {
  name: 'instance backup',
  summary:
    'Save the whole installation: every project, and the control plane with accounts, members, tokens and balances',
  more: 'For operators. Writes go on meanwhile; each project is as of one moment. Goes into an empty installation of either engine with instance restore. Without a passphrase only an installation with the same master key opens its secrets; with one the backup also holds the master key.',
  options: [
    { flags: '--out <folder>', text: 'a new or empty folder; instance-<time> here when not said' },
    STORED,
    PASSPHRASE,
  ],
  examples: ['instance backup --out ./moving --passphrase-file passphrase.txt', 'instance backup --stored'],
  async run(context, _args, flags) {
    const place = openPlace(context, text(flags, 'out') ?? nameNow(), flags);
    const { manifest, bytes } = await backUp(context, place, await passphraseHeaders(context, flags));
    context.output.progress('');
    const { backup_id, created_at, service_version, engine, has_passphrase, projects } = manifest;
    const facts = { place: place.shownName, backup_id, created_at, service_version, engine, has_passphrase };
    if (!has_passphrase) {
      context.output.note(
        'Only an installation with the same master key restores it: keep master.key, or use --passphrase-file.',
      );
    }
    return recordResult({ ...facts, projects: projects.length, bytes });
  },
};

const restoreCommand: Command = {
  name: 'instance restore',
  args: ['<folder>'],
  summary: 'Make an empty installation what a backup of an installation says',
  more: 'For operators, into an installation without projects and other accounts, of either engine and of the same release. Say --confirm sample when all it has is the sample project, which is deleted then. Everybody signs in again. Send it traffic when it has ended: until then a project may still be empty. After an interruption the same command goes on. Exit 1 when a project could not be restored; it is named, and the others are there.',
  options: [
    STORED,
    PASSPHRASE,
    CONFIRM,
    { flags: '--paused', text: 'webhooks and scheduled functions come back switched off, jobs wait' },
  ],
  examples: [
    'instance restore ./moving --passphrase-file passphrase.txt',
    'instance restore instance-20261127T090000Z --stored',
  ],
  async run(context, [folder = ''], flags) {
    const place = openPlace(context, folder, flags);
    const headers = await passphraseHeaders(context, flags);
    if (context.options.confirm !== undefined) await deleteSample(context, context.options.confirm);
    const restored = await restore(context, place, { headers, isPaused: flag(flags, 'paused') });
    const { left_out, failed: failures, ...facts } = restored;
    for (const { project, kind, name, reason } of left_out)
      context.output.note(`${project}: left out: ${kind} ${name}: ${reason}`);
    for (const { project, error } of failures) context.output.note(`${project}: not restored: ${error}`);
    const shown = { ...facts, left_out: left_out.length, failed: failures.length };
    return { ...recordResult(restored, shown), exit: failures.length === 0 ? EXIT.done : EXIT.failed };
  },
};

const key: Command = {
  name: 'instance key',
  args: ['<folder>'],
  summary: 'Take the master key out of a backup of an installation, without a server',
  more: 'A restore needs it only for backups without a passphrase that the same installation made. Put the file into the new data directory before its first start.',
  options: [STORED, PASSPHRASE, { flags: '--out <file>', text: 'where to; master.key here when not said' }],
  examples: ['instance key ./moving --passphrase-file passphrase.txt --out ./data/master.key'],
  async run(context, [folder = ''], flags) {
    const place = openPlace(context, folder, flags);
    const file = text(flags, 'passphraseFile');
    if (file === undefined) throw wrongUse('Only its passphrase opens the key: --passphrase-file.');
    const masterKey = await readMasterKey(place, await readSecret(context, file));
    const out = resolve(context.cwd, text(flags, 'out') ?? 'master.key');
    await writeWhole(out, `${masterKey}\n`, 0o600);
    return noteResult({ path: out }, `The master key is in ${out}.`);
  },
};

async function deleteSample(context: Context, id: string): Promise<void> {
  if (id !== 'sample') throw wrongUse('--confirm is for the sample project: --confirm sample.');
  const api = await context.api();
  const { data } = await api.get<readonly { readonly id: string }[]>('/api/cloud/projects', { limit: 2 });
  if (data.length !== 1 || data[0]?.id !== id) return;
  await api.call('/api/cloud/projects/sample', { method: 'DELETE' });
}

function nameNow(): string {
  return `instance-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}

export const instanceCommands: readonly Command[] = [backup, restoreCommand, key];
