import { ConfigProblems } from '../config/index.ts';
import { readMark } from './recover/recovery-mark.ts';

/** The stores that a recovery of some projects left out. Throws `ConfigProblems` while a recovery has not ended. */
export function findUnrecovered(dataDir: string): readonly string[] {
  const mark = readMark(dataDir);
  if (mark?.state !== 'running') return mark?.missing ?? [];
  throw new ConfigProblems([
    `A recovery into ${dataDir} is unfinished. Run it again, and it continues: npm run recover -- --data ${dataDir} …`,
  ]);
}
