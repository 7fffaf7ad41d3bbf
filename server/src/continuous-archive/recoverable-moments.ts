import type { ArchiverFigures } from './thread/protocol.ts';

export interface RecoverableMoments {
  readonly fromMs: number;
  readonly toMs: number;
}

/** `settledMs`: everything before this time is archived. Undefined while no moment has every store. */
export function recoverableMoments(
  figures: Pick<ArchiverFigures, 'fromMs' | 'toMs'> | undefined,
  settledMs: number | undefined,
): RecoverableMoments | undefined {
  const fromMs = figures?.fromMs;
  const toMs = settledMs ?? figures?.toMs;
  return fromMs === undefined || toMs === undefined || toMs < fromMs ? undefined : { fromMs, toMs };
}
