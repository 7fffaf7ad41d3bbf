export { type Backlog, readBacklogs } from './backlogs.ts';
export { createDailyJob, type DailyJob } from './daily-job.ts';
export { createDueStores, type DueStores, type Note } from './due-stores.ts';
export { HopelessJob, type Job, type JobHandler, PostponedJob } from './job.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { projectInStore } from './project-in-store.ts';
