/** The directions in which parts may know each other. Each rule says why; see docs/decisions/0003-import-directions.md. */

const modulesMayUse = {
  // module: the modules whose index.ts it may import
  audit: [],
  databases: ['audit'],
  monitoring: [],
  auth: ['audit'],
  operators: ['audit', 'auth'],
  projects: ['audit', 'auth', 'operators'],
  console: [],
  tables: ['audit', 'projects'],
  rows: ['audit', 'tables'],
  storage: ['audit', 'projects', 'tables', 'rows'],
  inbox: ['audit', 'projects', 'tables'],
  webhooks: ['audit', 'projects', 'tables'],
  functions: ['audit', 'projects', 'tables', 'rows', 'storage', 'inbox', 'monitoring'],
  billing: ['audit'],
  integrations: ['audit', 'projects', 'storage', 'billing', 'functions'],
  payments: ['audit', 'projects', 'tables', 'functions', 'integrations'],
  schema: ['tables', 'functions'],
  apps: ['audit', 'projects', 'functions'],
  scrub: ['audit'],
  backup: ['audit', 'operators', 'projects', 'tables', 'apps'],
  instance: ['audit', 'auth', 'operators', 'projects', 'billing', 'backup'],
  docs: [],
  mcp: [],
};

/**
 * The floors inside a folder, from the top down: a room sees what stands in its list, and nothing else of the folder. The
 * folder's own files, written '.', see all of it unless they have a list themselves.
 */
const floors = {
  'modules/functions': {
    entrances: ['execution', 'jobs', 'records', 'definitions', 'secrets', 'runtime'],
    archive: ['deployment', 'jobs', 'definitions', 'secrets'],
    deployment: ['jobs', 'records', 'definitions', 'runtime'],
    execution: ['jobs', 'records', 'definitions', 'secrets', 'runtime'],
    jobs: ['secrets'],
    records: ['definitions', 'secrets', 'runtime'],
    definitions: ['secrets', 'runtime'],
    secrets: [],
    runtime: ['signatures'],
    signatures: [],
  },
  'modules/functions/entrances': {
    invoke: ['.'],
    webhook: ['.'],
    schedules: [],
    later: ['.'],
    '.': [],
  },
  'modules/functions/deployment': {
    app: ['.', 'options', 'build'],
    '.': ['options', 'build'],
    options: ['build'],
    build: [],
  },
  'modules/functions/execution': {
    bridge: ['invocation'],
    invocation: [],
  },
  'modules/functions/runtime': {
    project: ['process', 'interface'],
    process: ['out-socket', 'turns', 'asks', 'interface', 'wire'],
    'out-socket': ['turns', 'asks', 'interface', 'wire'],
    asks: ['interface', 'wire'],
    interface: ['wire'],
    shim: ['wire'],
    turns: [],
    wire: [],
  },
};

function floorRules(folder, rooms) {
  const root = `^server/src/${folder}/`;
  const filesOf = (room) => (room === '.' ? `${root}[^/]+$` : `${root}${room}/`);
  return Object.entries(rooms).map(([room, below]) => ({
    name: `floors-${folder.replace('modules/', '')}-${room === '.' ? 'files' : room}`,
    comment: `Inside ${folder} arrows go down only; ${room} may use: ${below.join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: filesOf(room) },
    to: { path: root, pathNot: [room, ...below].map(filesOf) },
  }));
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files in a cycle can only be understood, tested and moved together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'platform-is-a-leaf',
      comment: 'platform/ has no business meaning: everything may use it, so it may use nothing of ours.',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
    },
    {
      name: 'config-is-near-the-leaf',
      comment: 'Configuration is read before anything exists, so it cannot depend on what it configures.',
      severity: 'error',
      from: { path: '^server/src/config/' },
      to: { path: '^server/src/(http|database|modules|composition|server|main)' },
    },
    {
      name: 'http-knows-no-module-and-no-sql',
      comment:
        'HTTP admits and answers requests; what it must know of modules is handed in by server.ts. It knows failures of the database, not its statements.',
      severity: 'error',
      from: { path: '^server/src/http/' },
      to: {
        path: '^server/src/(modules|composition|server|main|database/(sqlite|postgres|sql|ddl|filter|writes|migrations))',
      },
    },
    {
      name: 'limits-know-no-request',
      comment:
        'Limits count what they are told; who is counted, and what a refusal looks like, is for those who ask them.',
      severity: 'error',
      from: { path: '^server/src/limits/' },
      to: { path: '^server/src/(http|modules|composition|config|server|main)' },
    },
    {
      name: 'limits-through-their-index',
      comment: 'Which algorithm counts what is decided in one room.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/limits/' },
      to: { path: '^server/src/limits/', pathNot: '^server/src/limits/index[.]ts$' },
    },
    {
      name: 'http-through-its-index',
      comment:
        'What the rest may use of HTTP is one short list; its rooms can be rearranged without touching a module.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/http/' },
      to: { path: '^server/src/http/', pathNot: '^server/src/http/index[.]ts$' },
    },
    {
      name: 'database-knows-no-http-and-no-module',
      comment: 'Statements can be reasoned about only while they do not know who asked over which protocol.',
      severity: 'error',
      from: { path: '^server/src/database/' },
      to: { path: '^server/src/(http|modules|composition|config|server|main)' },
    },
    {
      name: 'database-through-its-indexes',
      comment: 'What others use of the database is five short lists; everything behind them can change without asking.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/database/' },
      to: {
        path: '^server/src/database/',
        pathNot: '^server/src/database/((sql|schema|filter|log-archive)/)?index[.]ts$',
      },
    },
    {
      name: 'engines-stay-inside',
      comment:
        'Elsewhere a capability of the Dialect or Database is asked, never an engine: otherwise behaviour differs by engine.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/(database/|.*[.]test[.]ts$)' },
      to: { path: '^server/src/database/(sqlite|postgres)/' },
    },
    {
      name: 'engines-do-not-know-each-other',
      comment: 'What both engines need stands above them, once.',
      severity: 'error',
      from: { path: '^server/src/database/(sqlite|postgres)/' },
      to: { path: '^server/src/database/(sqlite|postgres)/', pathNot: '^server/src/database/$1/' },
    },
    {
      name: 'only-the-root-composes',
      comment: 'server.ts with composition/ is the only place that sees everything; main.ts only starts it.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/((start-main|main|server)[.]ts$|composition/)' },
      to: { path: '^server/src/((main|server)[.]ts$|composition/)' },
    },
    ...Object.entries(modulesMayUse).map(([name, allowed]) => ({
      name: `module-${name}`,
      comment: `Modules meet only along a short list; ${name} may use: ${allowed.join(', ') || 'none'}. A reverse need is handed in by server.ts.`,
      severity: 'error',
      from: { path: `^server/src/modules/${name}/`, pathNot: '[.]test[.]ts$' },
      to: { path: '^server/src/modules/', pathNot: `^server/src/modules/(${[name, ...allowed].join('|')})/` },
    })),
    {
      name: 'modules-meet-at-index',
      comment: 'index.ts is the public face of a module; the rest may change without asking.',
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/' },
      to: { path: '^server/src/modules/[^/]+/', pathNot: ['^server/src/modules/$1/', '/index[.]ts$'] },
    },
    ...Object.entries(floors).flatMap(([folder, rooms]) => floorRules(folder, rooms)),
    {
      name: 'packages-stand-alone',
      comment: 'What apps install knows nothing of the service; only its tests start one.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '(\\.test\\.tsx?$|^packages/test/)' },
      to: { path: '^(server|e2e|bench)/' },
    },
    {
      name: 'command-line-stands-alone',
      comment:
        'The command knows the service by its HTTP API. It shares the tools of MCP, the format of archives, addresses of places and how types refer to functions, which know nothing else either.',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(server|e2e|bench|packages|console)/',
        pathNot:
          '^(server/src/((modules/mcp/tools|archive/format)/|config/urls\\.ts$)|packages/client/src/build/function-types.ts$)',
      },
    },
    {
      name: 'tools-stand-alone',
      comment:
        'The tools of MCP run in the service and in the command: they know the HTTP API and nothing else of either.',
      severity: 'error',
      from: { path: '^server/src/modules/mcp/tools/' },
      to: { path: '^(server|cli)/', pathNot: '^server/src/modules/mcp/tools/' },
    },
    {
      name: 'black-box',
      comment: 'e2e and bench see what a user sees: HTTP and the process, nothing of the inside.',
      severity: 'error',
      from: { path: '^(e2e|bench)/' },
      to: { path: '^server/' },
    },
    {
      name: 'tests-do-not-leak',
      comment: 'Product code never runs test code.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '[.](test|s3)[.]ts$' },
      to: { path: '^server/test/|[.]test[.]ts$' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Tests may look anywhere.
    exclude: { path: '[.]test[.]tsx?$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.cjs'] },
  },
};
