import { useSyncExternalStore } from 'react';
import { formatAgo, formatPreciseTime, formatTime, formatZonedTime } from './formats.ts';
import { shownZone } from './time-zone.ts';

interface TimeTextProps {
  readonly at: string | null | undefined;
  readonly exact?: boolean;
  readonly precise?: boolean;
}

export function TimeText({ at, exact = false, precise = false }: TimeTextProps) {
  useSyncExternalStore(shownZone.subscribe, shownZone.isUtc);
  if (at === null || at === undefined) return <span className="dim">–</span>;
  const text = precise ? formatPreciseTime(at) : exact ? formatTime(at) : formatAgo(at);
  return (
    <time dateTime={at} title={formatZonedTime(at)}>
      {text}
    </time>
  );
}
