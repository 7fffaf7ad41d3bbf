import type { Command } from '../../command/command.ts';
import { recordResult } from '../../outcome/result.ts';
import { accountName, type Me } from './me.ts';

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show who the token stands for, and which server and project are set',
  examples: ['whoami'],
  async run(context) {
    const { settings } = context;
    const server = await settings.requireServer();
    const { source } = await settings.requireToken(server);
    const api = await context.api();
    const { data } = await api.get<Me>('/api/cloud/auth/me');
    const project = (await settings.findProject()) ?? null;
    const place = { url: server.origin, project, source };
    return recordResult({ ...data, ...place }, { account: accountName(data), ...place });
  },
};
