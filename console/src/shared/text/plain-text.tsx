import classes from './text.module.css';
import { visibleText } from './visible-text.ts';

/** Text of several lines that somebody else wrote: shown as it is, never read as anything. */
export function PlainText({ text }: { readonly text: string }) {
  return <pre className={classes.plain}>{visibleText(text)}</pre>;
}
