import { path } from '../../api/path.ts';
import type { Command } from '../../command/command.ts';
import { noteResult } from '../../outcome/result.ts';
import { requireProjectId } from '../../settings/settings.ts';
import { writeServiceJson } from './write-service-json.ts';

export const link: Command = {
  name: 'link',
  args: ['<id>'],
  summary: 'Make a project the one of this folder, in service.json',
  examples: ['link my-shop --url https://api.example.com'],
  async run(context, [id = '']) {
    const project = requireProjectId(id, 'The id');
    const { origin: url } = await context.settings.requireServer();
    await (await context.api()).get(path`/api/cloud/projects/${project}`);
    const { path: file } = await writeServiceJson(context, { url, project });
    return noteResult({ path: file, url, project }, `${file} names ${project} on ${url}.`);
  },
};
