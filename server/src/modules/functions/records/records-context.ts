import type { Database, LiveProcesses } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FunctionSets } from '../definitions/function-sets.ts';
import type { RunRecorder } from './run-recorder.ts';
import type { RunsStore } from './runs-store.ts';

export interface RecordsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly sets: FunctionSets;
  readonly runsStore: RunsStore;
  readonly recorder: RunRecorder;
  readonly processes: Pick<LiveProcesses, 'id' | 'gone' | 'seen'>;
}
