import { Icon as IconFile } from 'virtual:icon/file';
import { Icon as IconSquare } from 'virtual:icon/square';
import { Icon as IconSquareCheckFilled } from 'virtual:icon/square-check-filled';
import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/text/formats.ts';
import { ShortId } from '../../../shared/text/short-id.tsx';
import { TimeText } from '../../../shared/text/time-text.tsx';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { Column } from '../column-types.ts';
import { valueText } from './cell-values.ts';
import classes from './grid.module.css';
import type { FindHits, TextPart } from './search-hits.ts';
import type { Links } from './use-links.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;

interface CellContentProps {
  readonly column: Column;
  readonly value: unknown;
  readonly isCut: boolean;
  readonly links: Links;
  readonly findHits: FindHits | undefined;
  readonly onValue: ((value: unknown) => void) | undefined;
}

export function CellContent({ column, value, isCut, links, findHits, onValue }: CellContentProps) {
  if (value === null || value === undefined) return <span className={classes.dim}>null</span>;
  if (value === '') return <span className={classes.dim}>empty</span>;
  if (typeof value === 'boolean') {
    return <BooleanBox value={value} onToggle={onValue === undefined ? undefined : () => onValue(!value)} />;
  }
  const text = valueText(value);
  if (column.type === 'uuid') return <ShortId id={text} tabIndex={-1} />;
  if (column.type === 'timestamp' && !Number.isNaN(Date.parse(text))) return <TimeText at={text} exact />;
  if (column.type === 'date' && DATE.test(text)) return <span title={text}>{formatDate(text)}</span>;
  if (column.type === 'reference') {
    const label = links.labels.get(text);
    return label === undefined ? <ShortId id={text} tabIndex={-1} /> : <span title={text}>{visibleLine(label)}</span>;
  }
  if (column.type === 'file') {
    const file = links.files.get(text);
    if (file === undefined) return <ShortId id={text} tabIndex={-1} />;
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

interface BooleanBoxProps {
  readonly value: boolean;
  readonly onToggle: (() => void) | undefined;
}

/** A check box for the mouse. The cell around it has the focus, and Space toggles it. */
function BooleanBox({ value, onToggle }: BooleanBoxProps) {
  const Icon = value ? IconSquareCheckFilled : IconSquare;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cell is the control, this only takes clicks.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space on the cell does the same.
    <span className={classes.boolean} data-on={value || undefined} onClick={onToggle}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{String(value)}</span>
    </span>
  );
}
