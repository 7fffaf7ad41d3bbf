import { Agent, type ClientRequest, request } from 'node:http';
import { bearer } from '../http-request.ts';

const BOUNDARY = 'bench-file-boundary';

export interface FileClient {
  upload(body: readonly Uint8Array[]): Promise<string>;
  download(id: string, range?: string): Promise<number>;
  remove(id: string): Promise<void>;
  close(): void;
}

export interface FileServer {
  readonly port: number;
  readonly key: string;
  readonly upload: string;
  download(id: string): string;
  record(id: string): string;
}

export function formOf(file: Uint8Array): readonly Uint8Array[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n\r\n`;
  return [Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)];
}

export function createFileClient(server: FileServer): FileClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const base = { host: '127.0.0.1', port: server.port, agent };
  const open = (method: string, path: string, headers: Record<string, string> = {}): ClientRequest =>
    request({ ...base, method, path, headers: { ...bearer(server.key), ...headers } });

  return {
    async upload(body) {
      const length = body.reduce((sum, piece) => sum + piece.length, 0);
      const headers = {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': String(length),
      };
      const sent = open('POST', server.upload, headers);
      for (const piece of body) sent.write(piece);
      const { text } = await answerOf(sent, true);
      return (JSON.parse(text) as { data: { id: string } }).data.id;
    },
    async download(id, range) {
      return (await answerOf(open('GET', server.download(id), range === undefined ? {} : { range }), false)).bytes;
    },
    async remove(id) {
      await answerOf(open('DELETE', server.record(id)), true);
    },
    close: () => agent.destroy(),
  };
}

function answerOf(sent: ClientRequest, isKept: boolean): Promise<{ text: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    sent.on('error', (cause) => reject(new Error(`${sent.method} ${sent.path} got no answer`, { cause })));
    sent.on('response', (answer) => {
      let bytes = 0;
      const kept: Buffer[] = [];
      answer.on('error', reject);
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (isKept) kept.push(piece);
      });
      answer.on('end', () => {
        const text = Buffer.concat(kept).toString();
        if ((answer.statusCode ?? 500) < 300) resolve({ text, bytes });
        else reject(new Error(`${sent.method} ${sent.path}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    sent.end();
  });
}
