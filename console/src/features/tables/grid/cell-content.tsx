import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { Column } from '../column-types.ts';
import { valueText } from './cell-values.ts';
import classes from './grid.module.css';
import type { FindHits, TextPart } from './search-hits.ts';
import type { Links } from './use-links.ts';

interface CellContentProps {
  readonly column: Column;
  readonly value: unknown;
  readonly isCut: boolean;
  readonly links: Links;
  readonly findHits: FindHits | undefined;
}

/** A cell's value. Shows null and the empty text differently. */
export function CellContent({ column, value, isCut, links, findHits }: CellContentProps) {
  if (value === null || value === undefined) return <span className={classes.dim}>null</span>;
  if (value === '') return <span className={classes.dim}>empty</span>;
  const text = valueText(value);
  if (column.type === 'reference') {
    const label = links.labels.get(text);
    return label === undefined ? <code>{text}</code> : <span title={text}>{visibleLine(label)}</span>;
  }
  if (column.type === 'file') {
    const file = links.files.get(text);
    if (file === undefined) return <code>{text}</code>;
    return (
      <span className={classes.file} title={visibleLine(file.path)}>
        {file.thumbnail === undefined ? (
          <IconFile size={16} aria-hidden />
        ) : (
          <img src={file.thumbnail} alt="" width={24} height={24} loading="lazy" />
        )}
        {visibleLine(file.name)}
      </span>
    );
  }
  const line = `${visibleLine(text)}${isCut && text.length <= 256 ? '…' : ''}`;
  return findHits === undefined ? line : <Hits parts={findHits(line)} />;
}

function Hits({ parts }: { readonly parts: readonly TextPart[] }) {
  const all: ReactNode[] = [];
  for (const { text, isHit } of parts) all.push(isHit ? <mark key={all.length}>{text}</mark> : text);
  return all;
}
