import type { Config } from '../config/index.ts';
import { createInbox } from '../modules/inbox/index.ts';
import { createRows } from '../modules/rows/index.ts';
import { createStorage } from '../modules/storage/index.ts';
import { createTables } from '../modules/tables/index.ts';
import type { Ground } from './ground.ts';
import type { Accounts, Content, Foundation, Late } from './parts.ts';

export function createContent(config: Config, given: Ground & Foundation & Accounts, late: Late): Content {
  const { projects, auth, limits } = given;
  const tables = createTables({
    ...given,
    users: auth,
    announcements: given.feed,
    allRoutes: () => late().routes,
    uses: [(project, table) => late().webhooks.use(project, table)],
  });
  const storage = createStorage({
    ...given,
    tables,
    dataDir: config.dataDir,
    settings: (project) => {
      const { storage: rules, limits: most } = projects.settings(project);
      return { ...rules, filesMax: most.storage_files, bytesMax: most.storage_bytes };
    },
    projectUrl: (projectId) => given.addresses.projectUrl(projectId),
    keptElsewhere: (...asked) => late().apps.keptBlobs(...asked),
    identifyVisitor: projects.access.identifyVisitor,
  });
  const rows = createRows({ ...given, tables, files: storage });
  const inbox = createInbox({
    ...given,
    limits: limits.messages,
    settings: (project) => projects.settings(project).inbox,
    captchaSecret: projects.captchaSecret,
    ownerEmails: projects.ownerEmails,
    findProject: projects.find,
    findSender: auth.findSender,
  });
  return { tables, rows, storage, inbox };
}
