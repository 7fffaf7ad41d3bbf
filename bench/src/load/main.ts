import type { LoadJob, LoadNews } from './load-job.ts';
import { runLoad } from './run-load.ts';

// The load generator as a process of its own: jobs come in and results go out over the channel to its parent.
const tell = (news: LoadNews): void => {
  process.send?.(news);
};

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
