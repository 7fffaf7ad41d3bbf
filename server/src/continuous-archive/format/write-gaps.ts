import type { PackWriter, StoreCommits } from './pack-writer.ts';

/** Says that the last of these commits are lost. The first lost one is not older than the time. */
export function writeGaps(writer: PackWriter, stores: readonly StoreCommits[], timeMs: number): void {
  for (const { store, commits } of stores) {
    writer.beginStore({ store, commits, pagesBefore: 0, pageSize: 0 });
    writer.gap(timeMs);
  }
}
