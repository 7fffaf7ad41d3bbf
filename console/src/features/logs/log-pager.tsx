import { Button } from '@mantine/core';
import { useAddress } from '../../shared/address/use-address.ts';
import classes from '../../shared/list/list.module.css';
import { formatCount } from '../../shared/text/formats.ts';
import type { LogPage } from './log-queries.ts';

interface LogPagerProps {
  readonly page: LogPage;
  readonly isOldestFirst: boolean;
}

/** Pages continue from an entry, so that new requests do not shift them. */
export function LogPager({ page: { requests, count, earlier }, isOldestFirst }: LogPagerProps) {
  const { change } = useAddress();
  const first = requests[0];
  const last = requests.at(-1);
  const end = earlier + requests.length;
  const open = (place: 'before' | 'after', id: string | undefined): void =>
    change({ before: undefined, after: undefined, follow: undefined, [place]: id });
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>Sorted by time; narrow the list to one page to sort by another column.</span>
      <span>
        {formatCount(requests.length === 0 ? 0 : earlier + 1)}–{formatCount(end)} of {formatCount(count)}
      </span>
      <Button
        variant="default"
        disabled={earlier === 0}
        onClick={() => open(isOldestFirst ? 'before' : 'after', first?.id)}
      >
        Previous page
      </Button>
      <Button
        variant="default"
        disabled={end >= count}
        onClick={() => open(isOldestFirst ? 'after' : 'before', last?.id)}
      >
        Next page
      </Button>
    </nav>
  );
}
