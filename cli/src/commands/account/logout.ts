import type { Command } from '../../command/command.ts';
import { noteResult } from '../../outcome/result.ts';
import { writeLogins } from '../../settings/credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the token stored for a server',
  more: 'The token itself stays good: delete it in the console under "Personal tokens".',
  examples: ['logout --url https://api.example.com'],
  async run({ settings, env }) {
    const { origin } = await settings.requireServer();
    const logins = new Map(await settings.logins);
    const wasThere = logins.delete(origin);
    if (wasThere) await writeLogins(env, logins);
    const text = wasThere ? `Logged out of ${origin}.` : `You were not logged in to ${origin}.`;
    return noteResult({ url: origin }, text, wasThere ? 1 : 0);
  },
};
