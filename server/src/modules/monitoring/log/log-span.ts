import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import { isoTime } from '../../../platform/clock.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { LogPage } from './log-source.ts';

interface Entries {
  entry: { id: string; at: string };
}

export interface LogSpan {
  readonly sinceMs?: number | undefined;
  /** ISO time, exclusive. */
  readonly until?: string | undefined;
}

/** An entry gets its id after its time, so the lower bound on the id excludes no match. */
export function isInSpan(
  { sinceMs, until }: LogSpan,
  { after, before }: Pick<LogPage, 'after' | 'before'>,
): ExpressionWrapper<Entries, 'entry', SqlBool> {
  const eb = expressionBuilder<Entries, 'entry'>();
  return eb.and([
    ...(after === undefined ? [] : [eb('id', '>', after)]),
    ...(before === undefined ? [] : [eb('id', '<', before)]),
    ...(sinceMs === undefined ? [] : [eb('id', '>=', firstIdAt(sinceMs)), eb('at', '>=', isoTime(sinceMs))]),
    ...(until === undefined ? [] : [eb('at', '<', until)]),
  ]);
}
