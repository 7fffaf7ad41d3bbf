import {
  type Config,
  ConfigProblems,
  createConfig,
  helpText,
  readEnv,
  unknownVariable,
  VERSION,
} from './config/index.ts';
import { runRecover } from './continuous-archive/index.ts';
import { DatabaseFailure } from './database/index.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createServer, type Server } from './server.ts';

const UPGRADE_COMMANDS: ReadonlySet<string> = new Set(['upgrade', 'rollback', 'save-control', 'changing-tables']);
/** Longer than a stop takes after its drain. After this time something is stuck, and the process exits without waiting. */
const STOP_MS_MAX = 9500;

await main(process.argv.slice(2));

async function main(parameters: readonly string[]): Promise<void> {
  if (parameters[0] === 'recover') {
    process.exitCode = await recoverArchive(parameters.slice(1));
    return;
  }
  if (UPGRADE_COMMANDS.has(parameters[0] ?? '')) {
    const { runUpgradeCommand } = await import('./upgrade/command.ts');
    process.exitCode = await runUpgradeCommand(parameters, console.log, console.error);
    return;
  }
  if (parameters[0] === '--version') {
    console.log(VERSION);
    return;
  }
  if (parameters[0] === '--formats') {
    console.log((await import('./upgrade/command.ts')).formatsText());
    return;
  }
  if (parameters.includes('--help') || parameters.includes('-h')) {
    console.log(helpText());
    return;
  }
  try {
    const config = readConfig(parameters);
    await run(config);
  } catch (error) {
    for (const line of failedStart(error)) console.error(line);
    process.exit(1);
  }
}

async function recoverArchive(parameters: readonly string[]): Promise<number> {
  process.umask(0o077);
  const { archiveUrl, archivePassphrase } = readEnv(process.env).env;
  return await runRecover(parameters, {
    archiveUrl,
    passphrase: archivePassphrase,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}

function readConfig([parameter]: readonly string[]): Config {
  if (parameter !== undefined) throw new ConfigProblems([`'${parameter}' is not an option; see --help.`]);
  const { env, unknown } = readEnv(process.env);
  try {
    const config = createConfig(env);
    if (unknown.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    throw new ConfigProblems([...unknown.map(unknownVariable), ...error.problems]);
  }
  throw new ConfigProblems(unknown.map(unknownVariable));
}

async function run(config: Config): Promise<void> {
  // All new files, including the databases and their logs, are accessible to this user only.
  process.umask(0o077);
  const logger = createLogger(config.logLevel);
  stopOnBugs(logger);
  const stop = stopOnSignals(logger);
  const server = await createServer(config, { logger });
  stop.serves(server);
  console.log(server.startText);
  await server.tryFunctions();
}

function failedStart(error: unknown): readonly string[] {
  if (error instanceof ConfigProblems) return error.problems;
  if (error instanceof DatabaseFailure) return [`The database could not be opened: ${error.message}`];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return ['Another program listens on this port already. Choose another one with PORT.'];
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return [`HOST is not an address of this machine: ${String(error)}`];
  if (code === 'EEXIST' || code === 'ENOTDIR') return [`The data directory is not a folder: ${String(error)}`];
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return [`Access was denied: ${String(error)}`];
  if (Object(error).syscall === 'mkdir') return [`The data directory cannot be created: ${String(error)}`];
  return ['The service could not start.', error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** After an uncaught error the state of the process is unknown, so it exits and should be restarted. */
function stopOnBugs(logger: Logger): void {
  process.on('uncaughtException', ({ message, stack }) => {
    logger.error({ err: { message, stack } }, 'The service stops after an uncaught error.');
    logger.flush();
    process.exit(1);
  });
  // The reader of the output is gone, which is no reason to stop.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Ends with 0 after all answers, even during startup. Signals may arrive twice: npm passes them on. */
function stopOnSignals(logger: Logger): { serves(server: Server): void } {
  let server: Server | undefined;
  let isStopping = false;

  const close = async (running: Server): Promise<void> => {
    try {
      await running.close();
    } catch (error) {
      logger.error({ err: { message: String(error) } }, 'Stopping failed.');
    }
    logger.flush();
    process.exit(0);
  };
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({}, 'Stopping.');
    setTimeout(() => process.exit(0), STOP_MS_MAX + (server?.drainMs() ?? 0)).unref();
    if (server !== undefined) void close(server);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return {
    serves(started) {
      server = started;
      if (isStopping) void close(started);
    },
  };
}
