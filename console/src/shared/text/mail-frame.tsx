import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './text.module.css';

interface MailFrameProps {
  readonly title: string;
  readonly html: string;
}

/** A longer mail scrolls inside its frame, so that a hostile one cannot stretch the page without end. */
const HEIGHT_MAX = 4000;
const BORDERS = 2;

/**
 * Untrusted HTML of a mail: without scripts, forms, working links and external content. It has the origin of the
 * console only so that the frame can be as tall as the mail: nothing in it can run, because the sandbox, the page's
 * policy and the cleaning each forbid scripts.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isFocused = useFrameFocus(frame);
  const { height, measure } = useContentHeight(frame);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      onLoad={measure}
      style={{ height }}
      srcDoc={withoutOutside(html)}
      className={classes.mail}
      data-focused={isFocused || undefined}
    />
  );
}

function useContentHeight(frame: RefObject<HTMLIFrameElement | null>) {
  const [height, setHeight] = useState<number>();
  const observer = useRef<ResizeObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  const measure = (): void => {
    const root = frame.current?.contentDocument?.documentElement;
    observer.current?.disconnect();
    if (root == null) return;
    observer.current = new ResizeObserver(() =>
      setHeight(Math.min(HEIGHT_MAX, Math.ceil(root.getBoundingClientRect().height) + BORDERS)),
    );
    observer.current.observe(root);
  };
  return { height, measure };
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
