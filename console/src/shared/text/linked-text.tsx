import classes from './text.module.css';
import { safeHref, visibleText } from './visible-text.ts';

const LINKS = /(https?:\/\/[^\s<>"']+)/g;

/** Untrusted text with clickable links, which send no referrer. */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <pre className={`${classes.plain} ${classes.prose}`}>
      {text.split(LINKS).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified only by its position.
        <OutsideLink key={at} text={part} isLink={at % 2 === 1} />
      ))}
    </pre>
  );
}

/** A link if the address is safe, else plain text. */
export function OutsideLink({ text, isLink = true }: { readonly text: string; readonly isLink?: boolean }) {
  const href = isLink ? safeHref(text) : undefined;
  if (href === undefined) return visibleText(text);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {visibleText(text)}
    </a>
  );
}
