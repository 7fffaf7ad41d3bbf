import { Type } from 'typebox';
import { functionName } from './names.ts';
import { declareTool, trusted } from './tool.ts';

export const getFunction = declareTool({
  name: 'get_function',
  title: 'Read a function',
  description: 'Returns the options and sources of a function, without its bundled packages.',
  input: Type.Object({ name: functionName }, { additionalProperties: false }),
  effect: 'reads',
  async run({ api, base }, { name }) {
    const { data } = await api.call('GET', `${base}/functions/${name}`);
    const { versions: _, files, ...about } = data as { versions: unknown; files: Record<string, string> };
    const own = Object.entries(files).filter(([path]) => !path.startsWith('node_modules/'));
    return trusted({ ...about, files: Object.fromEntries(own) });
  },
});
