import classes from './text.module.css';
import { visibleText } from './visible-text.ts';

interface PlainTextProps {
  readonly text: string;
  readonly isCapped?: boolean;
}

export function PlainText({ text, isCapped = false }: PlainTextProps) {
  return <pre className={isCapped ? `${classes.plain} ${classes.capped}` : classes.plain}>{visibleText(text)}</pre>;
}
