import { resolve } from 'node:path';
import {
  DamagedArchive,
  type Manifest,
  UnsupportedArchive,
  walkArchive,
  walkArchiveFile,
} from '../../../../server/src/archive/format/index.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { failed, inputFailure } from '../../outcome/failure.ts';
import { recordResult } from '../../outcome/result.ts';

export const verify: Command = {
  name: 'backup verify',
  args: ['<file>'],
  summary: 'Check every byte of an archive, without a server; - for standard input',
  more: 'Exit 1 for one that is damaged, with the entry and what is wrong with it.',
  examples: ['backup verify shop.service.tar', 'backup verify shop.service.tar --json'],
  async run(context, [file = '']) {
    const { archive_id, created_at, service_version, format_version, project, counts, excluded, key } = await walked(
      context,
      file,
    );
    const opens = key.wrapped.map(({ by }) => by);
    const shown = { archive_id, created_at, service_version, format_version, project, excluded, opens };
    return recordResult({ ...shown, counts }, { ...shown, project: project.id, ...counts });
  },
};

async function walked({ cwd, streams, signal }: Context, file: string): Promise<Manifest> {
  try {
    return await (file === '-' ? walkArchive(streams.stdin, {}) : walkArchiveFile(resolve(cwd, file)));
  } catch (error) {
    signal.throwIfAborted();
    throw archiveFailure(file, error);
  }
}

function archiveFailure(file: string, error: unknown): unknown {
  if (error instanceof DamagedArchive) {
    const { entry, reason, message } = error;
    return failed(`The archive is damaged. ${message}`, 'invalid_archive', { entry, reason });
  }
  return error instanceof UnsupportedArchive ? failed(error.message, 'unsupported_archive') : inputFailure(file, error);
}
