import { describe, expect, it } from 'vitest';
import type { Message } from '../messages-store.ts';
import { digestMail, messageMail } from './notice-mails.ts';

const INBOX = { appName: 'Tea & <Co>', url: 'https://example.com/console/p/tea/inbox' };
const EVIL = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';

function messageOf(changes: Partial<Message> = {}): Message {
  return {
    id: '018f0000-0000-7000-8000-000000000000',
    body: 'Hello\nthere',
    from_name: 'Ann',
    from_email: 'ann@example.com',
    user_id: null,
    sender_verified: false,
    metadata: { topic: 'tea' },
    status: 'unread',
    spam_reason: null,
    source_url: 'https://example.com/contact',
    created_at: '2026-01-02T03:04:05.000Z',
    read_at: null,
    notified_at: null,
    ...changes,
  };
}

describe('the mail about a message', () => {
  it('contains everything in the message, and replies go to the sender', () => {
    const mail = messageMail(messageOf(), INBOX);
    expect(mail).toMatchObject({ subject: 'New message from Ann', replyTo: 'ann@example.com' });
    expect(mail.text).toBe(
      [
        'Hello',
        'there',
        '',
        'From: Ann <ann@example.com>',
        'Account: not signed in, so name and address may be anybody’s',
        'Sent: 2026-01-02T03:04:05.000Z',
        'Page: https://example.com/contact',
        'topic: tea',
        '',
        `Open the inbox: ${INBOX.url}`,
        '',
      ].join('\n'),
    );
    expect(mail.html).toContain('Hello<br>\nthere');
    expect(mail.html).toContain(`href="${INBOX.url}"`);
  });

  it('has no Reply-To without an address, and calls an unnamed sender a visitor', () => {
    const mail = messageMail(messageOf({ from_name: null, from_email: null }), INBOX);
    expect(mail.subject).toBe('New message from a visitor');
    expect(mail).not.toHaveProperty('replyTo');
  });

  it('escapes markup in every field', () => {
    const evil = messageOf({
      body: EVIL,
      from_name: EVIL,
      source_url: `https://example.com/${EVIL}`,
      metadata: { [EVIL]: EVIL, list: [EVIL], nested: { [EVIL]: EVIL } },
    });
    for (const { html } of [messageMail(evil, INBOX), digestMail([evil, evil], INBOX)]) {
      expect(html).not.toMatch(/<(script|img)\b/i);
      expect(html).toContain('&lt;script&gt;');
      expect(html).toContain('Tea &amp; &lt;Co&gt;');
    }
  });

  it('has a one-line subject and sender without direction marks', () => {
    const { subject, text } = messageMail(messageOf({ from_name: 'a\u202eb', body: 'x' }), INBOX);
    expect(subject).toBe('New message from ab');
    expect(text).toContain('From: ab <ann@example.com>');
    const long = messageMail(messageOf({ from_name: '👍'.repeat(200) }), INBOX).subject;
    expect(long).toBe(`New message from ${'👍'.repeat(60)}…`);
  });

  it('says whether the sender was signed in', () => {
    const signedIn = { user_id: '018f0000-0000-7000-8000-000000000001' };
    expect(messageMail(messageOf({ ...signedIn, sender_verified: true }), INBOX).text).toContain(
      'Account: signed in, address confirmed',
    );
    expect(messageMail(messageOf(signedIn), INBOX).text).toContain('Account: signed in, address not confirmed');
  });

  it('puts each metadata field on one line', () => {
    const metadata = { 'a\r\nb': 'c\r\nd', long: 'x'.repeat(2000), ...numbered(60) };
    const { text } = messageMail(messageOf({ metadata }), INBOX);
    expect(text).toContain('\na b: c d\n');
    expect(text).toContain(`\nlong: ${'x'.repeat(500)}…\n`);
    expect(text).toContain('\nMore: 12 fields\n');
  });
});

it('the digest contains every message', () => {
  const messages = Array.from({ length: 500 }, (_, n) => messageOf({ body: `message number ${n} ${'y'.repeat(500)}` }));
  const { subject, text, html } = digestMail(messages, INBOX);
  expect(subject).toBe('500 more messages');
  for (let n = 0; n < 500; n += 1) {
    expect(text).toContain(`message number ${n} `);
    expect(html).toContain(`message number ${n} `);
  }
});

function numbered(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, String(n)]));
}
