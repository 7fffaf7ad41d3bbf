export {
  type Confinement,
  createConfinement,
  type Held,
  type Holding,
  type Loan,
  type Sandbox,
} from './confinement.ts';
export { ProcessPool } from './process-pool.ts';
export type { Worker } from './worker-process.ts';
