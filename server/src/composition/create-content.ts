import type { Config } from '../config/index.ts';
import { createInbox } from '../modules/inbox/index.ts';
import { createRows } from '../modules/rows/index.ts';
import { createStorage } from '../modules/storage/index.ts';
import { createTables } from '../modules/tables/index.ts';
import { deliveryOfChange } from '../modules/webhooks/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Content, Foundation, GetParts } from './parts.ts';

export function createContent(
  config: Config,
  dependencies: Infrastructure & Foundation & Accounts,
  getParts: GetParts,
): Content {
  const { projects, auth, limits } = dependencies;
  const tables = createTables({
    ...dependencies,
    users: auth,
    announcements: dependencies.feed,
    onRowChange: deliveryOfChange,
    allRoutes: () => getParts().routes,
    isDevelopment: config.mode === 'development',
    functionNames: (project) => getParts().functions.callableNames(project),
    uses: [(project, table) => getParts().webhooks.use(project, table)],
  });
  const storage = createStorage({
    ...dependencies,
    tables,
    dataDir: config.dataDir,
    settings: (project) => {
      const { storage: rules, limits: most } = projects.settings(project);
      return { ...rules, filesMax: most.storage_files, bytesMax: most.storage_bytes };
    },
    projectUrl: (projectId) => dependencies.addresses.projectUrl(projectId),
    keptElsewhere: (...asked) => getParts().apps.keptBlobs(...asked),
    identifyVisitor: projects.access.identifyVisitor,
    findViewer: auth.findViewer,
  });
  const rows = createRows({ ...dependencies, tables, files: storage, findViewer: auth.findViewer });
  const inbox = createInbox({
    ...dependencies,
    limits: limits.messages,
    settings: (project) => projects.settings(project).inbox,
    captchaSecret: projects.captchaSecret,
    mayMail: limits.mayMail,
    confirmNotifyEmail: projects.confirmNotifyEmail,
    ownerEmails: projects.ownerEmails,
    findProject: projects.find,
    findSender: auth.findSender,
  });
  return { tables, rows, storage, inbox };
}
