import type { FieldSpec, FormValues } from './field-spec.ts';

const PREFIX = 'draft:';

/** Reads unsent input, which is kept in this tab only and never contains secrets. */
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
    // If storage is full or blocked, only the draft is lost.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage there is no draft.
  }
}

const AUTHOR = 'drafts-of';
let author: string | undefined;

/** Makes this account the owner of the tab's drafts and drops those of another account. Returns true if there was another. */
export function claimDrafts(account: string): boolean {
  let last = author;
  author = account;
  try {
    last ??= sessionStorage.getItem(AUTHOR) ?? undefined;
    if (last !== undefined && last !== account) sessionStorage.clear();
    sessionStorage.setItem(AUTHOR, account);
  } catch {}
  return last !== undefined && last !== account;
}

export function withoutSecrets(values: FormValues, fields: readonly FieldSpec[]): FormValues {
  const secret = new Set(fields.filter((field) => field.isSecret || field.kind === 'password').map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}
