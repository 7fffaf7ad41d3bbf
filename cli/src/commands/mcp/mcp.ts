import { path } from '../../api/path.ts';
import { type Command, flag } from '../../command/command.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Offer the project to a program that speaks the Model Context Protocol',
  more: 'Speaks the protocol over standard input and output until the input ends. It reads only, unless --write is said; the role of the token counts. See docs/mcp.md.',
  options: [{ flags: '--write', text: 'offer also the tools that change something' }],
  examples: ['mcp', 'mcp --write'],
  async run(context, _args, flags) {
    const projectId = await context.settings.requireProject();
    const api = await context.api('mcp');
    // A wrong token or project is reported at once, not by each tool.
    await api.get(path`/api/cloud/projects/${projectId}`);
    // Loaded only here, because the protocol is larger than all commands together.
    const { serveTools } = await import('./serve-tools.ts');
    await serveTools(context, { api, projectId, mode: flag(flags, 'write') ? 'write' : 'read' });
    return { data: null, shown: { as: 'nothing' } };
  },
};
