import { createInterface } from 'node:readline';
import { EXIT } from '../outcome/exit-codes.ts';
import { Failure, failed, wrongUse } from '../outcome/failure.ts';
import type { Streams } from './output.ts';

const SECRET_BYTES_MAX = 65_536;

/** Asks on standard error, so that standard output holds only data. */
export async function askLine({ stdin, stderr }: Streams, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await new Promise<string>((resolve, reject) => {
      // While readline runs, the terminal delivers Ctrl-C as a character.
      lines.once('SIGINT', () => {
        stderr.write('\n');
        reject(interrupted());
      });
      lines.once('close', () => resolve(''));
      lines.once('line', resolve);
      lines.setPrompt(question);
      lines.prompt();
    });
  } finally {
    lines.close();
  }
}

export async function askSecret({ stdin, stderr }: Streams, question: string): Promise<string> {
  if (stdin.setRawMode === undefined) throw wrongUse('There is no terminal to type the secret into.');
  stderr.write(question);
  stdin.setRawMode(true);
  try {
    return await readTyped(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

async function readTyped(stdin: Streams['stdin']): Promise<string> {
  let typed = '';
  for await (const chunk of stdin) {
    for (const character of String(chunk)) {
      if (character === '\r' || character === '\n') return typed;
      // Raw mode delivers Ctrl-C and Ctrl-D as characters.
      if (character === '\u0003' || character === '\u0004') {
        throw interrupted();
      }
      if (character === '\u007f' || character === '\b') typed = typed.slice(0, -1);
      else typed += character;
    }
  }
  return typed;
}

function interrupted(): Failure {
  return new Failure('Interrupted.', { exit: EXIT.interrupted, code: 'interrupted' });
}

/** A secret from a pipe: the whole input without the final line end that `echo` adds. */
export async function readPipedSecret(stdin: Streams['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes > SECRET_BYTES_MAX)
      throw failed(`The secret is longer than ${SECRET_BYTES_MAX} bytes.`, 'secret_too_long');
    chunks.push(part);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
