import { expect, it } from 'vitest';
import { ENGINES, startTestServer } from '../../../test/index.ts';

interface Entries {
  readonly data: readonly { readonly action: string; readonly details: Readonly<Record<string, unknown>> }[];
}

it.each(ENGINES)(
  'rules and settings are in the audit log as they were before, without secrets, on %s',
  async (engine) => {
    await using server = await startTestServer({ engine });
    const { cloudApi } = await server.createProject();
    const patch = async (path: string, json: unknown): Promise<void> => {
      const changed = await cloudApi(path, { method: 'PATCH', json });
      expect(changed.status, changed.text).toBe(200);
    };
    await cloudApi('/tables', { json: { name: 'notes', columns: [], rules: { read: 'public' } } });
    await patch('/tables/notes', { rules: { read: 'private' } });
    await patch('/tables/notes', { add_columns: [{ name: 'title', type: 'text' }] });
    await patch('/settings', { inbox: { enabled: false }, auth: { password_min_length: 12 } });
    const captcha = { provider: 'turnstile', secret: 'hush-hush' };
    await patch('/settings', { inbox: { captcha } });
    const { data } = (await cloudApi<Entries>('/audit')).body;
    expect(data.slice(0, 4).map(({ details }) => details['before'])).toEqual([
      undefined,
      { inbox: { enabled: true }, auth: { password_min_length: 8 } },
      undefined,
      { rules: expect.objectContaining({ read: 'public' }) },
    ]);
    expect(JSON.stringify(data)).not.toContain('hush-hush');
  },
);
