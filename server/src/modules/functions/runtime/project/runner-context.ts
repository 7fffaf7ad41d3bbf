import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/logger.ts';
import type { ProcessStarter } from '../process/process-starter.ts';

export interface RunnerContext {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly starter: ProcessStarter;
}
