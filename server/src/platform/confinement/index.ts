export { CannotStart } from './cannot-start.ts';
export {
  type ConfinedProgram,
  type Confinement,
  createConfinement,
  defaultIsolation,
  type Isolation,
  type Sandbox,
  type Sandboxes,
} from './confinement.ts';
export { describeEnd, type ProcessEnd, wasEndedFromOutside } from './process-end.ts';
export { ProcessPool } from './process-pool.ts';
export { isProcessesFolder } from './processes-folder.ts';
export type { Worker } from './worker-process.ts';
