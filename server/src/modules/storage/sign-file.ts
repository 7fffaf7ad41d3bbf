import { and, or } from '../../database/filter/index.ts';
import { compileRow } from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { presentFile } from './file-record.ts';
import { accessTo, fileNotFound, notTheOwner, readScope, requireId, withCatalogue } from './file-scope.ts';
import { filesTable } from './files-table.ts';
import { LINKED } from './linked-files.ts';
import { getFile } from './read-files.ts';
import type { StorageContext, Target } from './storage-context.ts';

export interface SignedLink {
  readonly url: string;
  readonly expires_at: string;
}

/** Callers who may change the file may sign it; for a linked file, also callers who may see it. */
export async function signFile(
  context: StorageContext,
  target: Target,
  { id, expiresInSeconds }: { readonly id: string; readonly expiresInSeconds: number },
): Promise<SignedLink> {
  const { database, filesStore, links, clock } = context;
  const { project, caller } = target;
  const known = requireId(id);
  const { json, returned } = await withCatalogue(context, target, (catalogue) => {
    const { seen, allowed } = accessTo(context, target, {
      id,
      action: 'update',
      table: filesTable(caller.kind),
      catalogue,
    });
    const condition = or(allowed, and(seen, LINKED));
    const read = compileRow(database.dialect, { ...readScope(context, target, catalogue), condition }, known);
    return database.list(project.store, read, catalogue.version);
  });
  if (returned === 0) {
    // Checked only here: a file deleted in between is reported as missing, not as another owner's.
    await getFile(context, target, id);
    throw notTheOwner();
  }
  const file = presentFile(context, project, json);
  const stored = await filesStore.find(project.store, file.id);
  if (stored === undefined) throw fileNotFound();
  const untilSeconds = Math.floor(clock.now() / 1000) + expiresInSeconds;
  return {
    url: `${file.url}?token=${links.sign(project.store, stored, untilSeconds)}`,
    expires_at: isoTime(untilSeconds * 1000),
  };
}
