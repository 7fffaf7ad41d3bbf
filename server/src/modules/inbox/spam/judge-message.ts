/** The reason a message is in the spam folder. The store detects `duplicate`; `manual` is a person's decision. */
export type SpamReason = 'honeypot' | 'rate' | 'captcha' | 'captcha_unavailable' | 'links' | 'duplicate' | 'manual';

export interface SpamSigns {
  readonly isTrapped: boolean;
  /** The caller has sent few messages lately. */
  readonly isWelcome: boolean;
  readonly captcha: 'none' | 'passed' | 'failed' | 'unavailable';
  readonly links: number;
}

/** People rarely send this many links; a list of sources still passes. */
const LINKS_MAX = 10;

export function judgeMessage({ isTrapped, isWelcome, captcha, links }: SpamSigns): SpamReason | null {
  if (isTrapped) return 'honeypot';
  if (!isWelcome) return 'rate';
  if (captcha === 'failed') return 'captcha';
  // The captcha could not be checked, so the message is kept for a person to find, and the owner gets no mail.
  if (captcha === 'unavailable') return 'captcha_unavailable';
  return links > LINKS_MAX ? 'links' : null;
}

const LINK = /\bhttps?:\/\/|\bwww\./gi;

export function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}
