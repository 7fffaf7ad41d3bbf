import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './text.module.css';

interface MailFrameProps {
  readonly title: string;
  readonly html: string;
}

/**
 * Untrusted HTML of a mail: without scripts, forms, working links and external content. The page cannot measure such a
 * frame, so it fills most of the window, scrolls, and has a handle to make it taller.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isFocused = useFrameFocus(frame);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox=""
      srcDoc={withoutOutside(html)}
      className={classes.mail}
      data-focused={isFocused || undefined}
    />
  );
}

/** Whether the frame has the focus, to style it: CSS of the page cannot detect focus inside a frame. */
function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    const note = (): void => setIsFocused(document.activeElement === frame.current);
    addEventListener('blur', note);
    addEventListener('focus', note);
    return () => {
      removeEventListener('blur', note);
      removeEventListener('focus', note);
    };
  }, [frame]);
  return isFocused;
}

const FORBIDDEN = 'script, style, link, meta, base, iframe, object, embed, form, svg, video, audio, source';

/** Removed from the text before parsing, because the browser checks style sheets against the CSP while parsing. */
const STYLE_SHEETS = /<style[\s>][\s\S]*?<\/style\s*>/gi;

function withoutOutside(html: string): string {
  const page = new DOMParser().parseFromString(html.replace(STYLE_SHEETS, ''), 'text/html');
  for (const element of page.querySelectorAll(FORBIDDEN)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const leadsOut = /^(?:src|srcset|background|poster)$/.test(name) && !value.startsWith('data:');
      if (leadsOut || name.startsWith('on') || (name === 'style' && /url\(|image-set/i.test(value))) {
        element.removeAttribute(name);
      }
    }
  }
  return page.documentElement.outerHTML;
}
