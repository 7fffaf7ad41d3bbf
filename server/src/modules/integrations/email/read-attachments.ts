import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { TemplateCall } from '../../functions/index.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import type { Attachment } from './email-provider.ts';
import type { EmailRequest } from './read-email.ts';

const BYTES_MAX = 10 * 1024 * 1024;

export interface FoundAttachment {
  readonly name: string;
  readonly mimeType: string;
  readBytes(): Promise<Uint8Array>;
}

/** A function may send any file of the project, a caller only files it may read. Throws `validation_failed`. */
export async function findAttachments(
  { storage }: Pick<IntegrationsContext, 'storage'>,
  { project, caller, isNested }: TemplateCall,
  wanted: EmailRequest['attachments'],
): Promise<readonly FoundAttachment[]> {
  const reader = isNested ? ({ kind: 'secret', id: 'send_email' } as const) : caller;
  const found: FoundAttachment[] = [];
  let bytes = 0;
  for (const [index, { fileId, name }] of wanted.entries()) {
    const file = await storage.get(project, reader, fileId).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code === 'internal_error') throw error;
      throw validationFailed({ [`attachments.${index}.file_id`]: 'is not a file that you may read' });
    });
    bytes += file.size;
    if (bytes > BYTES_MAX) throw validationFailed({ attachments: `must have at most ${BYTES_MAX} bytes together` });
    found.push({
      name: name ?? file.name,
      mimeType: file.mime_type,
      readBytes: async () => Buffer.concat(await collect((await storage.read(project, reader, fileId)).reading.bytes)),
    });
  }
  return found;
}

/** Reads one file at a time to limit memory. */
export async function readAttachments(found: readonly FoundAttachment[]): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  for (const { name, mimeType, readBytes } of found) attachments.push({ name, mimeType, bytes: await readBytes() });
  return attachments;
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}
