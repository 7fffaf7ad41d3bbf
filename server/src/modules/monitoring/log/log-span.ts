import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import { isoTime } from '../../../platform/clock.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { LogPage } from './log-source.ts';

interface Entries {
  entry: { id: string; at: string };
}

/** The times between which entries are wanted. */
export interface LogSpan {
  readonly sinceMs?: number | undefined;
  /** ISO; this time itself is out. */
  readonly until?: string | undefined;
}

/** The entries of a page, without its limit. An entry is stored after its time, so its id finds the beginning. */
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
