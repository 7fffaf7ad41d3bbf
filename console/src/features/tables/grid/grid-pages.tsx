import { Icon as IconChevronLeft } from 'virtual:icon/chevron-left';
import { Icon as IconChevronRight } from 'virtual:icon/chevron-right';
import { Icon as IconChevronsLeft } from 'virtual:icon/chevrons-left';
import { Icon as IconChevronsRight } from 'virtual:icon/chevrons-right';
import { Button } from '@mantine/core';
import { type Ref, useRef } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { formatCount, plural } from '../../../shared/text/formats.ts';
import classes from './grid.module.css';
import { type GridAddress, LAST } from './grid-address.ts';
import type { RowsPage } from './page-query.ts';

interface GridPagesProps {
  readonly ref: Ref<HTMLElement>;
  readonly page: RowsPage;
  readonly address: GridAddress;
  readonly count: number | undefined;
  /** Discards cached pages, so that the first and last page include new rows. */
  readonly onEnd: () => void;
}

/** Pages by row key. Shows the row numbers only if they are known without counting. */
export function GridPages({ ref, page, address, count, onEnd }: GridPagesProps) {
  const { change } = useAddress();
  const starts = useRef(new Map<string, number>());
  const { rows, hasPrevious, hasNext } = page;
  const { after, before, limit } = address;
  const first = startOf({ after, before }, { starts: starts.current, shown: rows.length, count });
  const go = (place: { readonly after?: string | undefined; readonly before?: string | undefined }, start?: number) => {
    const anchor = place.after ?? place.before;
    if (anchor !== undefined && start !== undefined) starts.current.set(anchor, Math.max(0, start));
    change({ after: place.after, before: place.before });
  };
  const goToEnd = (place: { readonly before?: string }): void => {
    onEnd();
    go(place);
  };
  return (
    <nav ref={ref} tabIndex={-1} aria-label="Pages" className={classes.pages}>
      <span>{positionText(first, rows.length, count)}</span>
      <Button
        variant="default"
        className={classes.page}
        leftSection={<IconChevronsLeft size={16} aria-hidden />}
        disabled={!hasPrevious}
        onClick={() => goToEnd({})}
      >
        First page
      </Button>
      <Button
        variant="default"
        className={classes.page}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={!hasPrevious}
        onClick={() => go({ before: rows[0]?.id }, first === undefined ? undefined : first - limit)}
      >
        Previous page
      </Button>
      <Button
        variant="default"
        className={classes.page}
        leftSection={<IconChevronRight size={16} aria-hidden />}
        disabled={!hasNext}
        onClick={() => go({ after: rows.at(-1)?.id }, first === undefined ? undefined : first + rows.length)}
      >
        Next page
      </Button>
      <Button
        variant="default"
        className={classes.page}
        leftSection={<IconChevronsRight size={16} aria-hidden />}
        disabled={!hasNext}
        onClick={() => goToEnd({ before: LAST })}
      >
        Last page
      </Button>
    </nav>
  );
}

interface KnownPages {
  readonly starts: ReadonlyMap<string, number>;
  readonly shown: number;
  readonly count: number | undefined;
}

/** The number of rows before the page: known on the first and last page, and on pages reached from there. */
function startOf(
  { after, before }: Pick<GridAddress, 'after' | 'before'>,
  { starts, shown, count }: KnownPages,
): number | undefined {
  const anchor = after ?? before;
  if (anchor === undefined) return 0;
  if (anchor === LAST) return count === undefined ? undefined : Math.max(0, count - shown);
  return starts.get(anchor);
}

function positionText(first: number | undefined, shown: number, count: number | undefined): string {
  if (first === undefined)
    return count === undefined ? plural(shown, 'row') : `${plural(shown, 'row')} of ${formatCount(count)}`;
  const range = shown === 0 ? '0' : `${formatCount(first + 1)}–${formatCount(first + shown)}`;
  return count === undefined ? range : `${range} of ${formatCount(count)}`;
}
