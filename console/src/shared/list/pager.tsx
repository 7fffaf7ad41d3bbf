import { Button } from '@mantine/core';
import { useAddress } from '../address/use-address.ts';
import { formatCount } from '../text/formats.ts';
import classes from './list.module.css';
import { type ListSearch, PAGE_ROWS } from './list-search.ts';

interface PagerProps {
  readonly search: ListSearch;
  readonly shown: number;
  readonly count: number;
}

export function Pager({ search, shown, count }: PagerProps) {
  const { change } = useAddress();
  const { page, offset } = search;
  const go = (next: number): void => change({ page: next === 1 ? undefined : String(next) });
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>
        {shown === 0 ? 0 : formatCount(offset + 1)}–{formatCount(offset + shown)} of {formatCount(count)}
      </span>
      <Button variant="default" disabled={page === 1} onClick={() => go(page - 1)}>
        Previous page
      </Button>
      <Button variant="default" disabled={offset + PAGE_ROWS >= count} onClick={() => go(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}
