import { path } from '../../api/path.ts';
import type { Command } from '../../command/command.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { textResult } from '../../outcome/result.ts';
import type { Project } from '../project/projects.ts';

const PAGES = ['console', 'app', 'docs'];

export const open: Command = {
  name: 'open',
  args: ['[page]'],
  summary: 'Print the address of the console, the published app or the documentation',
  more: 'The page is console (when not said), app or docs.',
  examples: ['open', 'open app'],
  async run(context, [page = 'console']) {
    if (!PAGES.includes(page)) throw wrongUse(`There is no page "${page}": it is ${PAGES.join(', ')}.`);
    const { origin } = await context.settings.requireServer();
    const project = await context.settings.findProject();
    let url = `${origin}/docs/`;
    if (page === 'console') url = `${origin}/console/${project === undefined ? '' : path`p/${project}`}`;
    if (page === 'app') {
      const id = await context.settings.requireProject();
      url = (await (await context.api()).get<Project>(path`/api/cloud/projects/${id}`)).data.app_url;
    }
    return textResult({ url }, `${url}\n`);
  },
};
