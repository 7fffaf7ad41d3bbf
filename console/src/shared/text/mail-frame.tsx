import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './text.module.css';

interface MailFrameProps {
  readonly title: string;
  readonly html: string;
}

/** HTML of a mail, as somebody may have written it: without scripts, forms and links that lead anywhere, and without anything from elsewhere. */
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

/** Keys scroll a frame that they came to, but to the styles of the page around it no frame ever has the focus. */
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

/** The browser judges style sheets while it reads the text, before they could be taken out of it. */
const STYLE_SHEETS = /<style[\s>][\s\S]*?<\/style\s*>/gi;

/** Content that the policy of the page would refuse anyway is taken out before, so that it is not even tried. */
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
