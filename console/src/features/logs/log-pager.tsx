import { Button } from '@mantine/core';
import { useAddress } from '../../shared/address/use-address.ts';
import classes from '../../shared/list/list.module.css';
import { formatCount } from '../../shared/text/formats.ts';
import type { LogPage } from './log-queries.ts';

/** Pages continue from an entry, so that new requests do not shift them. */
export function LogPager({ page: { requests, count, newer } }: { readonly page: LogPage }) {
  const { change } = useAddress();
  const first = requests[0];
  const last = requests.at(-1);
  const end = newer + requests.length;
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>
        {formatCount(requests.length === 0 ? 0 : newer + 1)}–{formatCount(end)} of {formatCount(count)}
      </span>
      <Button
        variant="default"
        disabled={newer === 0}
        onClick={() => change({ before: undefined, after: first?.id, follow: undefined })}
      >
        Previous page
      </Button>
      <Button
        variant="default"
        disabled={end >= count}
        onClick={() => change({ before: last?.id, after: undefined, follow: undefined })}
      >
        Next page
      </Button>
    </nav>
  );
}
