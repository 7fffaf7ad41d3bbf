import type { Clock } from '../../../../platform/clock.ts';
import type { ProcessStarter } from '../process/process-starter.ts';

export interface RunnerContext {
  readonly clock: Clock;
  readonly starter: ProcessStarter;
}
