import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

interface FileForm {
  readonly place: string;
  /** Further fields; `path` names the file when it has no slash at its end. */
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
}

interface FormBody {
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export function fileForm(form: FileForm): FormBody {
  const boundary = `part-${randomUUID()}`;
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: bytesOf(form, boundary) };
}

async function* bytesOf({ place, fields, name }: FileForm, boundary: string): AsyncGenerator<Uint8Array> {
  const head = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const filename = basename(name).replaceAll(/["\r\n\\]/g, '_');
  head.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  yield Buffer.from(head.join(''));
  for await (const chunk of createReadStream(place)) yield chunk as Uint8Array;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
