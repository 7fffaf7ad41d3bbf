import type { Config } from '../config/index.ts';
import { createInbox } from '../modules/inbox/index.ts';
import { createRows, createRowsRoom } from '../modules/rows/index.ts';
import { createStorage } from '../modules/storage/index.ts';
import { createTables } from '../modules/tables/index.ts';
import { deliveryOfChange } from '../modules/webhooks/index.ts';
import type { Content, CreatedComponents, GetComponents } from './components.ts';

export function createContent(
  config: Config,
  { infrastructure, foundation, accounts }: Pick<CreatedComponents, 'infrastructure' | 'foundation' | 'accounts'>,
  getComponents: GetComponents,
): Content {
  const { database, clock, ids, logger, masterKey, addresses, origins, safeFetch, isShared, onError, overrides } =
    infrastructure;
  const { feed, jobs, mail, audit, blobs, confinement } = foundation;
  const { projects, auth, limits } = accounts;
  const tables = createTables({
    database,
    clock,
    ids,
    logger,
    audit,
    users: auth,
    announcements: feed,
    isShared,
    onRowChange: deliveryOfChange,
    allRoutes: () => getComponents().routes,
    isDevelopment: config.mode === 'development',
    functionNames: (project) => getComponents().functions.callableNames(project),
    uses: [(project, table) => getComponents().webhooks.use(project, table)],
    onError,
  });
  const storage = createStorage({
    database,
    clock,
    ids,
    masterKey,
    isShared,
    jobs,
    blobs,
    confinement,
    tables,
    dataDir: config.dataDir,
    settings: (project) => {
      const { storage: rules, limits: most } = projects.settings(project);
      return { ...rules, filesMax: most.storage_files, bytesMax: most.storage_bytes };
    },
    projectUrl: (projectId) => addresses.projectUrl(projectId),
    keptElsewhere: (...asked) => getComponents().apps.keptBlobs(...asked),
    identifyVisitor: projects.access.identifyVisitor,
    findViewer: auth.findViewer,
    uploadPace: overrides.uploadPace,
    onError,
  });
  const rowsRoom = createRowsRoom({
    database,
    clock,
    bytesMax: (project) => projects.settings(project).limits.rows_bytes,
  });
  const rows = createRows({
    database,
    clock,
    ids,
    isShared,
    audit,
    jobs,
    tables,
    files: storage,
    room: rowsRoom,
    findViewer: auth.findViewer,
  });
  const inbox = createInbox({
    database,
    clock,
    ids,
    masterKey,
    addresses,
    origins,
    safeFetch,
    jobs,
    mail,
    audit,
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
