import { type Flags, type OptionText, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readSecret } from '../../files/read-secret.ts';
import { wrongUse } from '../../outcome/failure.ts';

const BYTES_MIN = 12;
const BYTES_MAX = 1024;

export const PASSPHRASE: OptionText = {
  flags: '--passphrase-file <file>',
  text: 'the passphrase that alone opens the secrets of the archive; - for standard input',
};

/** The passphrase header, if a passphrase is given: base64, because headers hold only ASCII. */
export async function passphraseHeaders(context: Context, flags: Flags): Promise<Readonly<Record<string, string>>> {
  const file = text(flags, 'passphraseFile');
  if (file === undefined) return {};
  const passphrase = Buffer.from(await readSecret(context, file));
  if (passphrase.length < BYTES_MIN || passphrase.length > BYTES_MAX) {
    throw wrongUse(`A passphrase has ${BYTES_MIN} to ${BYTES_MAX} bytes; that in ${file} has ${passphrase.length}.`);
  }
  return { 'x-archive-passphrase': passphrase.toString('base64') };
}
