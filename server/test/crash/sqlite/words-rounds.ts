import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeUntilKilled } from './kill-rounds.ts';
import { auditWords, type WordsAudit } from './words-ledger.ts';

export const WORDS_WRITER = new URL('words-writer-process.ts', import.meta.url);

export interface WordsRounds {
  readonly audits: readonly WordsAudit[];
  readonly acknowledged: number;
}

/** Kills a process that changes searchable rows at random moments, and compares index and rows after each kill. */
export async function killWordsRounds(rounds: number): Promise<WordsRounds> {
  const directory = await mkdtemp(join(tmpdir(), 'words-'));
  const audits: WordsAudit[] = [];
  let acknowledged = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      acknowledged += (await writeUntilKilled(WORDS_WRITER, directory, [String(round * 100_000)])).length;
      audits.push(await auditWords(directory));
    }
    return { audits, acknowledged };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
