import classes from './text.module.css';
import { visibleText } from './visible-text.ts';

interface PlainTextProps {
  readonly text: string;
  /** Scrolls in itself once it is long. */
  readonly isCapped?: boolean;
}

/** Text of several lines that somebody else wrote: shown as it is, never read as anything. */
export function PlainText({ text, isCapped = false }: PlainTextProps) {
  return <pre className={isCapped ? `${classes.plain} ${classes.capped}` : classes.plain}>{visibleText(text)}</pre>;
}
