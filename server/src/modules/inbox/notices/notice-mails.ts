import { layOut, layOutButton, layOutParagraph } from '../../../mail/templates/index.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { Message } from '../messages-store.ts';

export interface NoticeMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string;
}

interface Inbox {
  readonly appName: string;
  readonly url: string;
}

const NAME_CHARACTERS_MAX = 60;
const EXCERPT_CHARACTERS_MAX = 200;
const METADATA_LINES_MAX = 50;
const METADATA_CHARACTERS_MAX = 500;
const BUTTON = 'Open the inbox';
/** Characters that reverse the direction of text: with them one name could look like another. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function messageMail(message: Message, { appName, url }: Inbox): NoticeMail {
  const subject = `New message from ${shortName(message)}`;
  const details = detailsOf(message);
  const lines = details.map(([name, value]) => `${name}: ${value}`);
  const rows = details.map(([name, value]) => `<strong>${escapeHtml(name)}:</strong> ${escapeHtml(value)}`);
  return {
    subject,
    text: `${message.body}\n\n${lines.join('\n')}\n\n${BUTTON}: ${url}\n`,
    html: layOut({
      appName: escapeHtml(appName),
      title: escapeHtml(subject),
      preview: escapeHtml(cut(oneLine(message.body), EXCERPT_CHARACTERS_MAX)),
      body: [
        layOutParagraph(escapeHtml(message.body).replaceAll(/\r\n|\r|\n/g, '<br>\n')),
        layOutParagraph(rows.join('<br>\n')),
        layOutButton(BUTTON, escapeHtml(url)),
      ].join('\n'),
    }),
    ...(message.from_email !== null && { replyTo: message.from_email }),
  };
}

export function digestMail(messages: readonly Message[], { appName, url }: Inbox): NoticeMail {
  const subject = `${messages.length} more messages`;
  const entries = messages.map((message) => ({
    head: `${cut(senderOf(message), NAME_CHARACTERS_MAX)}, ${message.created_at}`,
    excerpt: cut(oneLine(message.body), EXCERPT_CHARACTERS_MAX),
  }));
  const text = entries.map(({ head, excerpt }) => `${head}\n${excerpt}`).join('\n\n');
  const paragraphs = entries.map(({ head, excerpt }) =>
    layOutParagraph(`<strong>${escapeHtml(head)}</strong><br>\n${escapeHtml(excerpt)}`),
  );
  return {
    subject,
    text: `Many messages came within an hour; these were collected.\n\n${text}\n\n${BUTTON}: ${url}\n`,
    html: layOut({
      appName: escapeHtml(appName),
      title: escapeHtml(subject),
      preview: 'Many messages came within an hour; these were collected.',
      body: [...paragraphs, layOutButton(BUTTON, escapeHtml(url))].join('\n'),
    }),
  };
}

function detailsOf(message: Message): readonly (readonly [string, string])[] {
  const details: [string, string][] = [
    ['From', senderOf(message)],
    ['Account', accountOf(message)],
    ['Sent', message.created_at],
  ];
  if (message.source_url !== null) details.push(['Page', message.source_url]);
  const fields = Object.entries(message.metadata);
  for (const [name, value] of fields.slice(0, METADATA_LINES_MAX)) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    details.push([cut(oneLine(name), NAME_CHARACTERS_MAX), cut(oneLine(shown), METADATA_CHARACTERS_MAX)]);
  }
  if (fields.length > METADATA_LINES_MAX) details.push(['More', `${fields.length - METADATA_LINES_MAX} fields`]);
  return details;
}

function accountOf({ user_id: userId, sender_verified: isVerified }: Message): string {
  if (userId === null) return 'not signed in, so name and address may be anybody’s';
  return isVerified ? 'signed in, address confirmed' : 'signed in, address not confirmed';
}

function senderOf({ from_name: name, from_email: email }: Message): string {
  const plainName = name === null ? '' : oneLine(name);
  if (email === null) return plainName === '' ? 'a visitor' : plainName;
  return plainName === '' ? email : `${plainName} <${email}>`;
}

function shortName({ from_name: name, from_email: email }: Message): string {
  const plainName = name === null ? '' : oneLine(name);
  return cut(plainName === '' ? (email ?? 'a visitor') : plainName, NAME_CHARACTERS_MAX);
}

function oneLine(text: string): string {
  return text
    .replace(DIRECTIONS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Cuts at code points, so that no character is split. */
function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const characters = Array.from(text.slice(0, 2 * charactersMax + 2));
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax).join('')}…`;
}
