import type { IncomingHttpHeaders } from 'node:http';

export interface Validators {
  readonly etag: string;
  /** Undefined where only the tag counts; conditions on dates are then ignored. */
  readonly lastModifiedMs: number | undefined;
}

export type ConditionVerdict = 'send' | 'not_modified' | 'precondition_failed';

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Checks a request's conditions in the order of RFC 9110 §13.2.2. Malformed dates are ignored. */
export function judgeConditions(headers: IncomingHttpHeaders, validators: Validators): ConditionVerdict {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined) {
    if (!matchesStrongly(match, validators.etag)) return 'precondition_failed';
  } else if (isNewerThan(validators, headers['if-unmodified-since']) === true) return 'precondition_failed';
  if (noneMatch !== undefined) return matchesWeakly(noneMatch, validators.etag) ? 'not_modified' : 'send';
  return isNewerThan(validators, headers['if-modified-since']) === false ? 'not_modified' : 'send';
}

/** Whether a `Range` still applies to these bytes; always true without `If-Range`. */
export function rangeApplies({ 'if-range': ifRange }: IncomingHttpHeaders, validators: Validators): boolean {
  if (ifRange === undefined) return true;
  const text = String(ifRange).trim();
  if (text.startsWith('"')) return text === validators.etag;
  const { lastModifiedMs } = validators;
  return lastModifiedMs !== undefined && timeOf(text) === inSeconds(lastModifiedMs);
}

function matchesStrongly(list: string, etag: string): boolean {
  return list.trim() === '*' || tagsOf(list).includes(etag);
}

function matchesWeakly(list: string, etag: string): boolean {
  return list.trim() === '*' || tagsOf(list).some((tag) => tag === etag || tag === `W/${etag}`);
}

function tagsOf(list: string): readonly string[] {
  return list.match(ENTITY_TAG) ?? [];
}

function isNewerThan({ lastModifiedMs }: Validators, date: string | undefined): boolean | undefined {
  const time = timeOf(date);
  return time === undefined || lastModifiedMs === undefined ? undefined : inSeconds(lastModifiedMs) > time;
}

function timeOf(date: string | undefined): number | undefined {
  if (date === undefined || !HTTP_DATE.test(date)) return undefined;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : inSeconds(ms);
}

/** HTTP dates have a resolution of one second. */
function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
