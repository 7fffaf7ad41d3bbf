import { describe, expect, test } from 'vitest';
import { ENGINES, startTestServer } from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';

interface ListedTemplates {
  readonly data: readonly { readonly kind: string; readonly is_default: boolean }[];
}

const OWN = { subject: 'Welcome to {{app_name}}', text: 'Hello {{email}}\n\n{{link}}', button: 'Start' };

describe.each(ENGINES)('mail texts of a project on %s', (engine) => {
  test('are the defaults until they are changed, and again after a reset', async () => {
    await using server = await startTestServer({ engine });
    const { cloudApi } = await server.createProject({ name: 'Tea & Co' });
    const before = await cloudApi<ListedTemplates>('/mail-templates');
    expect(before.body.data.every(({ is_default }) => is_default)).toBe(true);

    const set = await cloudApi('/mail-templates/verify_email', { method: 'PUT', json: OWN });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({ data: { ...OWN, html: null, is_default: false }, count: 1 });
    expect((await cloudApi('/mail-templates/verify_email')).body).toEqual(set.body);
    const shown = await cloudApi('/mail-templates/verify_email/preview', { json: {} });
    expect(shown.body).toMatchObject({
      data: {
        subject: 'Welcome to Tea & Co',
        text: expect.stringMatching(/^Hello ada@example\.com\n\nhttps:\/\/example\.com\/auth\?token=preview\n\n-- \n/),
        html: expect.stringContaining('Tea &amp; Co'),
      },
    });

    expect((await cloudApi('/mail-templates/verify_email', { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await cloudApi('/mail-templates')).body).toEqual(before.body);
    expect((await cloudApi('/mail-templates/verify_email', { method: 'DELETE' })).body).toEqual({ count: 0 });
    const audit = await cloudApi<{ data: { action: string; target: string }[] }>('/audit');
    expect(audit.body.data.map(({ action, target }) => `${action} ${target}`).slice(0, 2)).toEqual([
      'mail_template.delete verify_email',
      'mail_template.update verify_email',
    ]);
  });

  test('belong to one project only', async () => {
    await using server = await startTestServer({ engine });
    const [one, two] = [await server.createProject(), await server.createProject()];
    await one.cloudApi('/mail-templates/verify_email', { method: 'PUT', json: OWN });
    expect((await two.cloudApi('/mail-templates/verify_email')).body).toMatchObject({ data: { is_default: true } });
  });

  test('are deleted with the project, and do not return when its id is used again', async () => {
    await using server = await startTestServer({ engine });
    const { cloudApi } = await server.createProject({ id: 'again' });
    await cloudApi('/mail-templates/verify_email', { method: 'PUT', json: OWN });
    expect((await cloudApi('', { method: 'DELETE' })).status).toBe(200);
    const anew = await server.createProject({ id: 'again' });
    expect((await anew.cloudApi('/mail-templates/verify_email')).body).toMatchObject({ data: { is_default: true } });
  });
});

describe('200', () => {
  test('a preview stores nothing and sends no mail', async () => {
    await using server = await startTestServer();
    const { cloudApi } = await server.createProject();
    const json = { subject: 'Hi', html: '<p>{{link}}</p>' };
    const shown = await cloudApi('/mail-templates/reset_password/preview', { json });
    expect(shown.body).toMatchObject({
      data: { subject: 'Hi', html: expect.stringContaining('<p>https://example.com/auth?token=preview</p>') },
      count: 1,
    });
    expect((await cloudApi('/mail-templates/reset_password')).body).toMatchObject({ data: { is_default: true } });
  });
});

describe('400', () => {
  test.each([
    [{}, 'body'],
    [{ text: 'no way in' }, 'text'],
    [{ html: '<p>no way in</p>' }, 'html'],
    [{ subject: 'a\r\nBcc: x@example.com' }, 'subject'],
    [{ subject: '{{password_hash}}' }, 'subject'],
    [{ subject: 'x'.repeat(201) }, 'subject'],
    [{ from: 'x@example.com' }, 'from'],
  ])('a template like %j is refused and changes nothing', async (json, field) => {
    await using server = await startTestServer();
    const { cloudApi } = await server.createProject();
    const refused = await cloudApi('/mail-templates/verify_email', { method: 'PUT', json });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      details: { fields: { [field]: expect.any(String) } },
    });
    expect((await cloudApi('/mail-templates/verify_email')).body).toMatchObject({ data: { is_default: true } });
  });
});

test('only admins change mail texts, and unknown mails get 404', async () => {
  await using server = await startTestServer();
  const project = await server.createProject();
  const editor = await createMember(server, project, 'editor');
  const path = `/projects/${project.id}/mail-templates`;
  expect((await editor.api(`${path}/verify_email`)).status).toBe(200);
  expect((await editor.api(`${path}/verify_email`, { method: 'PUT', json: OWN })).status).toBe(403);
  expect((await editor.api(`${path}/verify_email`, { method: 'DELETE' })).status).toBe(403);
  for (const kind of ['newsletter', '__proto__', 'constructor']) {
    expect((await project.cloudApi(`/mail-templates/${kind}`)).status).toBe(404);
  }
});
