import { describe, expect, test } from 'vitest';
import { problemsOfTemplate } from './check-template.ts';
import { renderTemplate, renderUserMail, type TemplateValues } from './render-template.ts';
import { TEMPLATE_KINDS, TEMPLATES } from './template-kinds.ts';

const VALUES: TemplateValues = {
  app_name: 'Tea & <Co>',
  email: `"o'neil"@example.com`,
  link: 'https://example.com/verify?token=abc&redirect_to="x"',
  expires_in: '24 hours',
  provider: 'Google',
};

describe.each(TEMPLATE_KINDS)('the mail %s', (kind) => {
  const { template, needsLink } = TEMPLATES[kind];
  const { subject, text, html } = renderUserMail(template, VALUES);

  test('passes the check for custom templates', () => {
    expect(problemsOfTemplate(kind, template)).toEqual({});
  });

  test('has no placeholder left, and its plain text contains the exact values', () => {
    expect(`${subject}${text}${html}`).not.toMatch(/[{}]{2}/);
    expect(text).toContain('Tea & <Co>');
    if (needsLink) expect(text.split('\n')).toContain(VALUES.link);
  });

  test('escapes every value in HTML', () => {
    expect(html).toContain('Tea &amp; &lt;Co&gt;');
    expect(html).not.toContain('<Co>');
    if (needsLink) {
      expect(html).toContain('href="https://example.com/verify?token=abc&amp;redirect_to=&quot;x&quot;"');
    }
  });

  test('loads and runs nothing when it is opened', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe|object|video|form)\b|url\(|@import|src=/i);
  });

  test('is small enough that no mail client truncates it', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    expect(Math.max(...html.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(998);
  });
});

describe('a template', () => {
  const base = { subject: 'For {{email}}', button: 'Go' };

  test('is filled in once: a value that looks like a placeholder stays as it is', () => {
    const { text, html } = renderUserMail(
      { ...base, text: 'Hello {{email}}', html: '<p>{{email}}</p>' },
      { ...VALUES, email: '{{link}}' },
    );
    expect(text.split('\n')[0]).toBe('Hello {{link}}');
    expect(html).toContain('<p>{{link}}</p>');
  });

  test('without HTML gives the plain text as HTML', () => {
    const { html } = renderTemplate({ ...base, text: 'a <script>alert(1)</script> b\nnext' }, VALUES);
    expect(html).toContain('a &lt;script&gt;alert(1)&lt;/script&gt; b<br>next');
  });

  test('of a project names the project and the target of its link, in text and HTML', () => {
    const { text, html } = renderUserMail({ ...base, text: 'Hello', html: null }, VALUES);
    expect(text).toBe(
      `Hello\n\n-- \nThis mail was sent for Tea & <Co>.\nThe link of this mail leads to:\n${VALUES.link}\n`,
    );
    expect(html).toContain(
      'This mail was sent for Tea &amp; &lt;Co&gt;.<br>The link of this mail leads to:<br>https://example.com/verify?token=abc&amp;redirect_to=&quot;x&quot;</td>',
    );
    const told = renderUserMail({ ...base, text: '{{link}}', html: null }, VALUES).text;
    expect(told).toBe(`${VALUES.link}\n\n-- \nThis mail was sent for Tea & <Co>.\n`);
    const longer = renderUserMail({ ...base, text: '{{link}}.evil.example', html: null }, VALUES).text;
    expect(longer.split('\n').slice(-3)).toEqual(['The link of this mail leads to:', VALUES.link, '']);
    const { link: _none, ...without } = VALUES;
    expect(renderUserMail({ ...base, text: 'Hello', html: null }, without).text).toBe(
      'Hello\n\n-- \nThis mail was sent for Tea & <Co>.\n',
    );
  });

  test('loses the paragraph of the link when there is no link', () => {
    const { link: _none, ...without } = VALUES;
    const { text, html } = renderTemplate({ ...base, text: 'One\n\n{{link}}\n\nTwo' }, without);
    expect(text).toBe('One\n\nTwo\n');
    expect(html).not.toContain('href');
  });

  test.each([
    [{ subject: 'a\nBcc: b@example.com' }, { subject: 'must be one line' }],
    [{ subject: '{{link}}' }, { subject: 'must not contain the link' }],
    [{ text: 'no link' }, { text: 'must hold {{link}}' }],
    [{ html: '<p>no link</p>' }, { html: 'must hold {{link}}' }],
    [{ text: '  ' }, { text: 'must not be blank' }],
    [{ button: '{{ password }}' }, { button: expect.stringContaining('has no placeholder {{password}}') }],
    [{ text: '{{link}} \ud800' }, { text: 'must be valid text' }],
  ])('that says %j is refused', (change, problems) => {
    const template = { ...TEMPLATES.verify_email.template, ...change };
    expect(problemsOfTemplate('verify_email', template)).toEqual(problems);
  });
});
