import { type BackupKeep, KEEP_RULES, type KeepRule } from '../../../config/index.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** The first Monday of the epoch; weeks are counted from it. */
const MONDAY_MS = 4 * 24 * 60 * 60 * 1000;

const BUCKET: Readonly<Record<KeepRule, (ms: number) => string>> = {
  last: String,
  hourly: (ms) => new Date(ms).toISOString().slice(0, 13),
  daily: (ms) => new Date(ms).toISOString().slice(0, 10),
  weekly: (ms) => String(Math.floor((ms - MONDAY_MS) / WEEK_MS)),
  monthly: (ms) => new Date(ms).toISOString().slice(0, 7),
  yearly: (ms) => new Date(ms).toISOString().slice(0, 4),
};

export interface DatedFile {
  readonly file: string;
  readonly timeMs: number;
}

/** The files that no rule keeps. Days, weeks (from Monday) and months are in UTC. */
export function filesToDelete(files: readonly DatedFile[], keep: BackupKeep): readonly string[] {
  const newestFirst = files.toSorted((a, b) => b.timeMs - a.timeMs || (a.file < b.file ? 1 : -1));
  const kept = new Set<string>();
  for (const rule of KEEP_RULES) {
    const buckets = new Set<string>();
    for (const { file, timeMs } of newestFirst) {
      // Two backups of the same second are two for `last`.
      const bucket = rule === 'last' ? file : BUCKET[rule](timeMs);
      if (buckets.size >= keep[rule]) break;
      if (buckets.has(bucket)) continue;
      buckets.add(bucket);
      kept.add(file);
    }
  }
  return newestFirst.filter(({ file }) => !kept.has(file)).map(({ file }) => file);
}
