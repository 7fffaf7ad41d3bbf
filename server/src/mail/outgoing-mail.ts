import type { StoreName } from '../database/index.ts';
import type { JsonValue } from '../database/schema/index.ts';

export interface OutgoingMail {
  /** The store whose queue holds the mail: that of the transaction that sends it. */
  readonly store: StoreName;
  readonly to: string;
  /** Shown as the sender's name instead of the configured one, for example the app's name. */
  readonly fromName?: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly about?: { readonly kind: string; readonly data: JsonValue };
}

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Reduces text to one line that is safe in a header, so that user input cannot add headers. */
export function headerText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').trim();
}
