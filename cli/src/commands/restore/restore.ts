import { dirname, join, resolve } from 'node:path';
import { type Command, type Flags, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { type Result, recordResult } from '../../outcome/result.ts';
import { makeArchive } from '../backup/make-archive.ts';
import { PASSPHRASE, passphraseHeaders } from '../backup/passphrase.ts';
import { archiveName } from '../backup/save-archive.ts';
import { projectApi } from '../project/tables.ts';
import { openSource, requireSource, type Source } from './archive-source.ts';
import { intoNewProject, type NewProject, requireNewProject } from './new-project.ts';
import { type Restore, type RestoreQuery, sendRestore, type Target } from './send-restore.ts';

export const restore: Command = {
  name: 'restore',
  args: ['[file]'],
  summary: 'Make a project what an archive says: all of it or nothing',
  more: 'The archive comes from a file, from standard input for -, from a backup that the server keeps, or from a moment of its continuous archive. The project must be empty, or be replaced with --replace: then what it holds is saved first. Users sign in again, with the passwords they have; no webhook, mail, schedule or function is set off.',
  options: [
    { flags: '--new <name>', text: 'make a project for it; it goes again when the archive is refused' },
    { flags: '--id <id>', text: 'the id of the new project' },
    { flags: '--replace', text: 'replace everything in the project; wants --confirm' },
    CONFIRM,
    { flags: '--no-save', text: 'with --replace: do not save a backup beside the archive first' },
    { flags: '--at <time>', text: 'as it was then, from the continuous archive; see restore moments' },
    { flags: '--as <id>', text: 'with --at: into a new project with this id, beside this one' },
    { flags: '--stored <id>', text: 'a backup of this project that the server keeps, instead of a file' },
    PASSPHRASE,
    { flags: '--skip-secrets', text: 'leave out what cannot be opened here: those second factors are off' },
    { flags: '--keys <whose>', text: 'whose public and secret keys hold afterwards', choices: ['own', 'archive'] },
    {
      flags: '--paused',
      text: 'webhooks and scheduled functions come back switched off, jobs wait until they are resumed',
    },
    { flags: '--dry-run', text: 'do everything but the switch' },
  ],
  examples: [
    'restore shop.service.tar --new "My shop" --id my-shop',
    'restore shop.service.tar --replace --confirm my-shop',
    'restore --at 2026-05-01T09:30:00Z --as my-shop-before',
    'restore --stored 0199c0de-0000-7000-8000-000000000000 --dry-run',
  ],
  async run(context, [file], flags) {
    const [asked, at] = [text(flags, 'stored'), text(flags, 'at')];
    const source = await requireSource(context, { file, stored: asked, at });
    const made = requireNewProject(flags);
    const replaces = requireReplace(flags, made);
    requireFitting(flags, { isNew: made !== undefined, replaces });
    const headers = await passphraseHeaders(context, flags);
    const query = queryOf(flags);
    const send = (target: Target, more: RestoreQuery = {}) =>
      sendRestore(context, target, { query: { ...query, ...more }, headers, open: () => openSource(context, source) });
    if (made !== undefined)
      return intoNewProject(context, made, {
        isKept: !query.dry_run,
        async fill(target) {
          const restored = await send(target);
          if (!query.dry_run && query.keys !== 'archive') {
            context.output.note(`Apps reach it with ${target.publicKey}; --keys archive would bring the old keys.`);
          }
          return shown(context, target, restored);
        },
      });
    const { api, base, project } = await projectApi(context);
    const target = { api, base, project };
    // Reports a wrong token or project before anything is uploaded.
    await api.get(base);
    if (!replaces) return shown(context, target, await send(target));
    const saved = query.dry_run === true ? undefined : await prepareReplace(context, target, flags, source);
    return shown(context, target, await send(target, { replace: project }), saved);
  },
};

function requireReplace(flags: Flags, made: NewProject | undefined): boolean {
  const replaces = flag(flags, 'replace');
  if (replaces && made !== undefined) throw wrongUse('A new project has nothing to replace: --new or --replace.');
  if (!replaces && flags['save'] === false) throw wrongUse('--no-save goes with --replace.');
  return replaces;
}

function requireFitting(
  flags: Flags,
  { isNew, replaces }: { readonly isNew: boolean; readonly replaces: boolean },
): void {
  const [stored, at, as] = [text(flags, 'stored'), text(flags, 'at'), text(flags, 'as')];
  if (isNew && stored !== undefined) {
    throw wrongUse('--stored is a backup of the project that it goes into: leave --new away.');
  }
  if (isNew && at !== undefined) throw wrongUse('With --at a new project is made by --as <id>: leave --new away.');
  if (as !== undefined && at === undefined) throw wrongUse('--as goes with --at.');
  if (as !== undefined && replaces) throw wrongUse('--as leaves this project as it is: leave --replace away.');
}

function queryOf(flags: Flags): RestoreQuery {
  return {
    backup: text(flags, 'stored'),
    at: text(flags, 'at'),
    as: text(flags, 'as'),
    keys: text(flags, 'keys'),
    secrets: flag(flags, 'skipSecrets') ? 'skip' : undefined,
    paused: flag(flags, 'paused') || undefined,
    dry_run: flag(flags, 'dryRun') || undefined,
  };
}

async function prepareReplace(
  context: Context,
  target: Target,
  flags: Flags,
  source: Source,
): Promise<string | undefined> {
  const { project } = target;
  await context.confirmLoss(`Everything in ${project} will be replaced.`, project);
  if (flags['save'] === false) return undefined;
  const folder = source.kind === 'file' ? dirname(source.path) : resolve(context.cwd);
  const place = { out: join(folder, archiveName(project, new Date())), isNew: true };
  const backups = { ...target, signal: context.signal };
  const saved = await makeArchive(context, backups, { exclude: [], headers: {} }, place);
  context.output.note(`What ${project} held is in ${saved.path}`);
  return saved.path ?? undefined;
}

function shown({ output }: Context, { project }: Target, restored: Restore, saved?: string): Result {
  for (const { kind, name, reason } of restored.left_out) output.note(`left out: ${kind} ${name}: ${reason}`);
  const { id, state, dry_run, archive, counts } = restored;
  const fields = {
    project,
    state,
    dry_run,
    id,
    archive: archive?.archive_id,
    of: archive?.created_at,
    saved,
    ...counts,
  };
  return recordResult({ ...restored, project, saved: saved ?? null }, fields);
}

export const moments: Command = {
  name: 'restore moments',
  summary: 'Show from when to when the project can be restored by --at',
  more: 'Only where the operator of the service has set SERVICE_ARCHIVE_URL.',
  examples: ['restore moments'],
  async run(context) {
    const { api, base } = await projectApi(context);
    return recordResult((await api.get<object>(`${base}/restore/moments`)).data);
  },
};
