import type { FieldSpec, FormValues } from './field-spec.ts';

const PREFIX = 'draft:';

/** Text that was typed and not sent yet, in this tab only; never a secret. */
export function readDraft(key: string): object | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft, not the work on the page.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // There is none then.
  }
}

const AUTHOR = 'drafts-of';
let author: string | undefined;

/** Makes this account the author of what is typed in this tab. Drops what another has left; true when another was before. */
export function claimDrafts(account: string): boolean {
  let last = author;
  author = account;
  try {
    last ??= sessionStorage.getItem(AUTHOR) ?? undefined;
    if (last !== undefined && last !== account) sessionStorage.clear();
    sessionStorage.setItem(AUTHOR, account);
  } catch {
    // Without a store there are no drafts.
  }
  return last !== undefined && last !== account;
}

export function withoutSecrets(values: FormValues, fields: readonly FieldSpec[]): FormValues {
  const secret = new Set(fields.filter((field) => field.isSecret || field.kind === 'password').map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}
