import type { StoreName } from '../../../database/index.ts';
import type { RecordsContext } from './records-context.ts';

export async function loseRuns(
  { database, runsStore, clock, processes }: Pick<RecordsContext, 'database' | 'runsStore' | 'clock' | 'processes'>,
  store: StoreName,
): Promise<void> {
  const nowMs = clock.now();
  const runners = await runsStore.runners(store);
  const gone = await processes.gone(runners.map(({ owner }) => owner));
  const isAnyLate = runners.some(({ firstDeadlineMs }) => firstDeadlineMs < nowMs);
  if (gone.length > 0 || isAnyLate) await database.write(store, [runsStore.loseStep(nowMs, gone)]);
}
