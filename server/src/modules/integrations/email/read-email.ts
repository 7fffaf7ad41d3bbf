import { parseEmail } from '../../../platform/email.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { type Fields, type Problems, readPayload, readText } from '../payload.ts';
import type { Email } from './email-provider.ts';

const RECIPIENTS_MAX = 50;
const SUBJECT_MAX = 998;
const ATTACHMENTS_MAX = 20;
const NAME_MAX = 255;

export interface EmailRequest extends Omit<Email, 'from' | 'attachments'> {
  readonly attachments: readonly { readonly fileId: string; readonly name: string | undefined }[];
}

const FIELDS = ['to', 'subject', 'text', 'html', 'reply_to', 'cc', 'bcc', 'attachments'];

/** The payload of `send_email`. Throws `validation_failed` with all problems. */
export function readEmail(payload: unknown): EmailRequest {
  return readPayload(payload, FIELDS, readFields);
}

function readFields(fields: Fields, problems: Problems): EmailRequest {
  const request: EmailRequest = {
    to: addresses('to', fields['to'], problems),
    cc: addresses('cc', fields['cc'] ?? [], problems),
    bcc: addresses('bcc', fields['bcc'] ?? [], problems),
    replyTo: replyTo(fields['reply_to'], problems),
    subject: subject(fields['subject'], problems),
    text: readText('text', fields['text'], problems),
    html: readText('html', fields['html'], problems),
    attachments: attachments(fields['attachments'] ?? [], problems),
  };
  if (request.to.length === 0) problems['to'] ??= 'must contain an address';
  if (request.to.length + request.cc.length + request.bcc.length > RECIPIENTS_MAX)
    problems['to'] ??= `must, with cc and bcc, hold at most ${RECIPIENTS_MAX} addresses`;
  if (request.text === undefined && request.html === undefined) problems['text'] ??= 'or html is required';
  return request;
}

function addresses(name: string, value: unknown, problems: Problems): readonly string[] {
  const written: readonly unknown[] = Array.isArray(value) ? value : [value];
  const read = written
    .slice(0, RECIPIENTS_MAX + 1)
    .map((one) => (typeof one === 'string' ? parseEmail(one) : undefined));
  const wrong = read.indexOf(undefined);
  if (value === undefined || value === null) problems[name] = 'is required';
  else if (wrong >= 0) problems[Array.isArray(value) ? `${name}.${wrong}` : name] = 'must be an e-mail address';
  return [...new Set(read.filter((address) => address !== undefined))];
}

function replyTo(value: unknown, problems: Problems): string | undefined {
  if (value === undefined || value === null) return undefined;
  const address = typeof value === 'string' ? parseEmail(value) : undefined;
  if (address === undefined) problems['reply_to'] = 'must be an e-mail address';
  return address;
}

/** The subject is a header, so it must be one line. */
function subject(value: unknown, problems: Problems): string {
  if (typeof value !== 'string' || value.trim() === '') problems['subject'] = 'is required';
  else if (/[\p{Cc}\u2028\u2029]/u.test(value) || !value.isWellFormed())
    problems['subject'] = 'must be one line without control characters';
  else if (value.length > SUBJECT_MAX) problems['subject'] = `must have at most ${SUBJECT_MAX} characters`;
  return String(value);
}

function attachments(value: unknown, problems: Problems): EmailRequest['attachments'] {
  if (!Array.isArray(value) || value.length > ATTACHMENTS_MAX) {
    problems['attachments'] = `must be a list of at most ${ATTACHMENTS_MAX} files`;
    return [];
  }
  return value.map((each: unknown, index) => {
    const { file_id: id, name, ...others } = Object(each) as Fields;
    const fileId = typeof id === 'string' ? parseUuid(id) : undefined;
    const isNamed = typeof name === 'string' && name !== '' && name.length <= NAME_MAX && !/\p{Cc}/u.test(name);
    if (fileId === undefined) problems[`attachments.${index}.file_id`] = 'must be the id of a stored file';
    if (name !== undefined && !isNamed) problems[`attachments.${index}.name`] = 'must be a file name';
    if (Object.keys(others).length > 0) problems[`attachments.${index}`] = 'has file_id and name only';
    return { fileId: fileId ?? '', name: isNamed ? name : undefined };
  });
}
