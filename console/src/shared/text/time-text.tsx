import { formatAgo, formatTime } from './formats.ts';

/** A moment: how long ago, the exact time when asked for. Null is a dash. */
export function TimeText({ at, exact = false }: { readonly at: string | null | undefined; readonly exact?: boolean }) {
  if (at === null || at === undefined) return <span className="dim">–</span>;
  return (
    <time dateTime={at} title={at}>
      {exact ? formatTime(at) : formatAgo(at)}
    </time>
  );
}
