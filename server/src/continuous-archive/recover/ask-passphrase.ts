import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export async function askPassphrase(): Promise<string> {
  process.stderr.write('Passphrase of the archive: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise((resolve) => lines.question('', resolve));
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
