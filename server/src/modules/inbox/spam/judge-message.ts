/** Why a message was put into the spam folder. `duplicate` is found when it is stored, `manual` is a person's word. */
export type SpamReason = 'honeypot' | 'rate' | 'captcha' | 'captcha_unavailable' | 'links' | 'duplicate' | 'manual';

/** Known facts of a message before it is stored. */
export interface Signs {
  /** The field that only programs fill in was filled in. */
  readonly isTrapped: boolean;
  /** The caller has left few messages lately. */
  readonly isWelcome: boolean;
  readonly captcha: 'none' | 'passed' | 'failed' | 'unavailable';
  readonly links: number;
}

/** People rarely send so many; a list of sources still gets through. */
const LINKS_MAX = 10;

/** The first sign that speaks for spam, or null. */
export function judgeMessage({ isTrapped, isWelcome, captcha, links }: Signs): SpamReason | null {
  if (isTrapped) return 'honeypot';
  if (!isWelcome) return 'rate';
  if (captcha === 'failed') return 'captcha';
  // Nobody knows: the message is kept where a person can find it, and nobody is mailed.
  if (captcha === 'unavailable') return 'captcha_unavailable';
  return links > LINKS_MAX ? 'links' : null;
}

const LINK = /\bhttps?:\/\/|\bwww\./gi;

export function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}
