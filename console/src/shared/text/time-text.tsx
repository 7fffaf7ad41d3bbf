import { formatAgo, formatTime } from './formats.ts';

/** A relative time with the exact time as its tooltip; `exact` shows the latter. Null shows a dash. */
export function TimeText({ at, exact = false }: { readonly at: string | null | undefined; readonly exact?: boolean }) {
  if (at === null || at === undefined) return <span className="dim">–</span>;
  return (
    <time dateTime={at} title={at}>
      {exact ? formatTime(at) : formatAgo(at)}
    </time>
  );
}
