import classes from './text.module.css';
import { visibleText } from './visible-text.ts';

interface PlainTextProps {
  readonly text: string;
  /** Limits the height and scrolls. */
  readonly isCapped?: boolean;
}

/** Untrusted multi-line text, shown literally. */
export function PlainText({ text, isCapped = false }: PlainTextProps) {
  return <pre className={isCapped ? `${classes.plain} ${classes.capped}` : classes.plain}>{visibleText(text)}</pre>;
}
