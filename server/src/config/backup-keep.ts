/** How many of the newest backups each rule keeps, by period; `last` counts the backups themselves. */
export type BackupKeep = Readonly<Record<KeepRule, number>>;

export const KEEP_RULES = ['last', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type KeepRule = (typeof KEEP_RULES)[number];

const RULE = /^(last|hourly|daily|weekly|monthly|yearly):([1-9]\d{0,3})$/;

/** Parses `last:3,daily:7`; undefined if invalid or a rule repeats. A backup is kept if any rule keeps it. */
export function backupKeepOf(text: string): BackupKeep | undefined {
  const keep = { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 0, yearly: 0 };
  for (const part of text.split(',')) {
    const [, name, count] = RULE.exec(part.trim()) ?? [];
    const rule = KEEP_RULES.find((known) => known === name);
    if (rule === undefined || keep[rule] > 0) return undefined;
    keep[rule] = Number(count);
  }
  return keep;
}
