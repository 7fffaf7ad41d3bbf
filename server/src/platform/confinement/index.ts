export { type Confinement, createConfinement, type Held, type Holding, type Loan, type Room } from './confinement.ts';
export { WorkerPool } from './worker-pool.ts';
export type { Worker } from './worker-process.ts';
