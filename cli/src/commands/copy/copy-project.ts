import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { type Result, recordResult } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';
import { withArchive } from '../backup/make-archive.ts';
import type { ArchiveBytes } from '../backup/save-archive.ts';
import { projectApi } from '../project/tables.ts';
import { intoNewProject, type NewProject } from '../restore/new-project.ts';
import { sendRestore } from '../restore/send-restore.ts';

const ARCHIVE_TYPE = 'application/x-tar';

export const copyProject: Command = {
  name: 'projects copy',
  args: ['<name>'],
  summary: 'Make a new project from the one that is set, such as a staging copy',
  more: 'Tables, rules, settings, functions, the published app and webhooks are copied; with --data also rows, users, files and messages. Secrets are never copied, webhooks and scheduled functions come switched off, jobs wait, and the copy has keys of its own.',
  options: [
    { flags: '--id <id>', text: 'the id of the copy; made from the name when not said' },
    { flags: '--data', text: 'also copy rows, users, files and messages' },
  ],
  examples: ['projects copy "My shop (staging)" --id my-shop-staging', 'projects copy "Trial" --data'],
  async run(context, [name = ''], flags) {
    const id = text(flags, 'id');
    const copy = { name, id: id === undefined ? undefined : requireProjectId(id, '--id') };
    const { project, api, base } = await projectApi(context);
    const order = { exclude: flag(flags, 'data') ? [] : ['data'], headers: {} };
    return withArchive(context, { api, base, signal: context.signal }, order, (archive) =>
      fillCopy(context, copy, { project, archive }),
    );
  },
};

interface CopySource {
  readonly project: string;
  readonly archive: ArchiveBytes;
}

function fillCopy(context: Context, copy: NewProject, source: CopySource): Promise<Result> {
  const { bytes, size } = source.archive;
  return intoNewProject(context, copy, {
    isKept: true,
    async fill(target) {
      const { counts, left_out } = await sendRestore(context, target, {
        query: { secrets: 'skip', paused: true },
        headers: {},
        open: () => ({ type: ARCHIVE_TYPE, bytes, ...(size !== undefined && { size }) }),
      });
      for (const { kind, name, reason } of left_out) context.output.note(`left out: ${kind} ${name}: ${reason}`);
      const made = { id: target.project, name: copy.name, of: source.project, public_key: target.publicKey };
      return recordResult({ ...made, counts, left_out }, { ...made, ...counts });
    },
  });
}
