import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { LAST, type LoadJob, type LoadNews } from './load-job.ts';
import { runLoad } from './run-load.ts';

const tell = (news: LoadNews): void => {
  process.send?.(news);
};

if (process.argv.includes(LAST)) becomeLast();

process.on('message', (job: LoadJob) => {
  runLoad(job, () => tell({ kind: 'measuring' })).then(
    (result) => tell({ kind: 'done', result }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));

/** Niceness alone is not enough: it counts only within a session, because Linux weighs sessions against each other. */
function becomeLast(): void {
  setPriority(19);
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
  if (process.platform === 'linux') execFileSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)]);
}
