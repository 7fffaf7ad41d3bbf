import type { PackWriter } from './pack-writer.ts';
import { readPack } from './read-pack.ts';

/** Adds the entries of a pack to another one. Throws `DamagedObject`. */
export function copyPack(name: string, content: Buffer, writer: PackWriter): void {
  for (const entry of readPack(name, content)) {
    if (entry.kind === 'store') writer.beginStore(entry.part);
    else if (entry.kind === 'page') writer.page(entry.page, entry.bytes);
    else if (entry.kind === 'change') writer.change(entry.page, entry.change);
    else if (entry.kind === 'commit') writer.commit(entry.pages, entry.timeMs);
    else if (entry.kind === 'drop') writer.drop(entry.timeMs);
    else writer.gap(entry.timeMs);
  }
}
