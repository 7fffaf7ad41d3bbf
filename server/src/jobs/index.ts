export { HopelessJob, type Job, type JobHandler, type NewJob } from './job.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { createNotedStores, type NotedStores } from './noted-stores.ts';
