import type { StoreName } from '../database/database.ts';
import type { JsonValue } from '../database/schema/table.ts';

/** A mail of the service itself, ready to be sent. */
export interface OutgoingMail {
  /** The store in whose queue it waits: that of the transaction that causes it. */
  readonly store: StoreName;
  /** One address. */
  readonly to: string;
  /** Shown before the sender's address instead of the configured name, for example the app's. */
  readonly fromName?: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Handed to who asked for it by `whenSent` of this kind. */
  readonly about?: { readonly kind: string; readonly data: JsonValue };
}

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** One line: what a header may hold, so that nothing a person typed can add a header of its own. */
export function headerText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, ' ').trim();
}
