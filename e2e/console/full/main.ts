import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleaningUp } from '../../harness/cleaning-up.ts';
import { type ConsoleWindow, OWNER, openWindow, setUpOwner, signIn, startConsole } from '../console-scene.ts';
import { listPages } from '../page-list.ts';
import { clicks, grids, pageFigures } from './figures.ts';
import { EMPTY, type FullProjects, fill, knownProjects, SPECIAL_PATHS, VIEWER } from './fill.ts';
import { takeVariants } from './variants.ts';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '500' },
    rows: { type: 'string', default: '1000000' },
    // A folder that the first run fills and later runs measure again.
    data: { type: 'string' },
    pictures: { type: 'string' },
  },
});

/**
 * Measures the console over a project that is full of data and hostile texts: how soon pages and clicks show their
 * result, and how large documents become. `npm run test:console`; with `--pictures <folder>` it takes pictures of
 * every page in four variants, of a full project, of an empty one, and as a viewer.
 */
async function main(cleanUp: AsyncDisposableStack): Promise<void> {
  const scene = cleanUp.use(await startConsole({ dataDir: values.data }));
  const isNew = (await scene.cloud.get('/projects/many')).status === 404;
  const owner = isNew ? await setUpOwner(scene) : await signIn(scene, OWNER.email);
  if (isNew) await fill(scene, owner, { tables: Number(values.tables), bigRows: Number(values.rows) });
  const projects = await knownProjects(scene);
  const window = cleanUp.use(await openWindow(scene, { session: owner }));
  if (values.pictures === undefined) {
    await measure(window, projects);
    return;
  }
  const viewer = cleanUp.use(await openWindow(scene, { session: await signIn(scene, VIEWER) }));
  await takePictures({ window, viewer, projects, folder: values.pictures });
}

async function measure(window: ConsoleWindow, projects: FullProjects): Promise<void> {
  const problems = [
    ...(await pageFigures(window, projects)),
    ...(await clicks(window, projects)),
    ...(await grids(window, projects)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

interface Pictures {
  readonly window: ConsoleWindow;
  readonly viewer: ConsoleWindow;
  readonly projects: FullProjects;
  readonly folder: string;
}

async function takePictures({ window, viewer, projects, folder }: Pictures): Promise<void> {
  const pages = listPages(projects.shop).map(({ path }) => path);
  // Leaves out pages of things that an empty project does not have.
  const empty = listPages({ ...projects.shop, id: EMPTY }).filter(
    ({ path }) => !/products|greet|(users|webhooks)\//.test(path),
  );
  const below = (paths: readonly string[]) => paths.filter((path) => path.startsWith('p/'));
  await takeVariants({
    window,
    paths: [...pages, ...SPECIAL_PATHS.map((path) => `p/${projects.shop.id}/${path}`)],
    folder: join(folder, 'full'),
  });
  await takeVariants({ window, paths: below(empty.map(({ path }) => path)), folder: join(folder, 'empty') });
  await takeVariants({ window: viewer, paths: below(pages), folder: join(folder, 'viewer') });
}

await cleaningUp(main);
