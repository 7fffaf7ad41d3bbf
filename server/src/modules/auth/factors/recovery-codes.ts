import { randomInt } from 'node:crypto';
import { sha256Hex } from '../../../platform/crypto.ts';
import { plainCode } from './totp.ts';

const CODES = 10;
/** Leaves out characters that people confuse. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CHARACTERS = 16;
const GROUP = /.{4}(?=.)/g;
const PLAIN = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`);

/** Ten codes of 79 bits, grouped for copying by hand. They are too long to guess, even from their hashes. */
export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(newCode());
  return [...codes];
}

export function recoveryCodeHash(userId: string, code: string): string | undefined {
  const plain = plainCode(code);
  return PLAIN.test(plain) ? sha256Hex(`${userId} ${plain}`) : undefined;
}

function newCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '');
  return characters.join('').replaceAll(GROUP, '$&-');
}
