import { ConfigProblems, createConfig, helpText, readEnv, unknownVariable } from './config/index.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createServer, type Server } from './server.ts';

/** More than what a stop takes at most; then something is stuck and nothing is waited for. */
const STOP_MS_MAX = 9500;

await main(process.argv.slice(2));

async function main(parameters: readonly string[]): Promise<void> {
  if (parameters.includes('--help') || parameters.includes('-h')) {
    console.log(helpText());
    return;
  }
  try {
    await start(parameters);
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exitCode = 1;
  }
}

async function start(parameters: readonly string[]): Promise<void> {
  const [parameter] = parameters;
  if (parameter !== undefined) throw new ConfigProblems([`'${parameter}' is no parameter; see --help.`]);
  const { env, unknown } = readEnv(process.env);
  if (unknown.length > 0) throw new ConfigProblems(unknown.map(unknownVariable));
  const config = createConfig(env);
  const logger = createLogger(config.logLevel);
  stopOnBugs(logger);

  const stop = stopOnSignals(logger);
  const server = await createServer(config, { logger });
  stop.serves(server);
  console.log(server.startText);
}

/** What nobody caught leaves the process in a state nobody thought of: better a new one. */
function stopOnBugs(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error(
      { err: { message: error.message, stack: error.stack } },
      'The service stops after an error nobody caught.',
    );
    logger.flush();
    process.exit(1);
  });
}

/** SIGTERM and SIGINT end the process with 0 once all is answered, also while it still starts. */
function stopOnSignals(logger: Logger): { serves(server: Server): void } {
  let server: Server | undefined;
  let isStopping = false;
  const exit = (): never => {
    logger.flush();
    process.exit(0);
  };
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({}, 'Stopping.');
    setTimeout(exit, STOP_MS_MAX).unref();
    if (server !== undefined)
      server.close().then(exit, (error: unknown) => {
        logger.error({ err: { message: String(error) } }, 'Stopping failed.');
        exit();
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return {
    serves(started) {
      server = started;
      if (isStopping) started.close().then(exit, exit);
    },
  };
}
