import type { Connection } from '../providers/connection.ts';
import type { Provider, ProviderCall } from '../providers/provider.ts';

export interface Email {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface SentEmail {
  readonly id: string;
  readonly accepted: readonly string[];
}

export interface EmailProvider extends Provider {
  send(connection: Connection, email: Email, call: ProviderCall): Promise<SentEmail>;
}

export function recipientsOf({ to, cc, bcc }: Pick<Email, 'to' | 'cc' | 'bcc'>): readonly string[] {
  return [...to, ...cc, ...bcc];
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
