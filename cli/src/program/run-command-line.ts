import { CommanderError } from 'commander';
import { type CommandOptions, Context, type ProcessContext, refuseSecrets } from '../command/context.ts';
import { COMMANDS } from '../commands/index.ts';
import { EXIT, type ExitCode } from '../outcome/exit-codes.ts';
import { Failure, fileFailure, wrongUse } from '../outcome/failure.ts';
import { Output } from '../output/output.ts';
import { Settings } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import { buildProgram } from './build-program.ts';

const HELP_WIDTH_MAX = 100;
const HELP_WIDTH_MIN = 40;

/** Runs one command to its end; resolves with the exit code. Never rejects. */
export async function runCommandLine(args: readonly string[], around: ProcessContext): Promise<ExitCode> {
  let exit: ExitCode = EXIT.done;
  const width = helpWidth(around);
  const program = buildProgram(COMMANDS, width, async (command, args, flags) => {
    const context = createContext(around, flags);
    exit = await settle(context.output, around.signal, async () =>
      context.output.result(await command.run(context, args, flags)),
    );
  });
  const early = createOutput(around, readEarly(args));
  const printed: string[] = [];
  const complaints: string[] = [];
  for (const command of withChildren(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => printed.push(text),
      writeErr: (text) => complaints.push(text),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    });
  }
  return settle(early, around.signal, async () => {
    refuseSecrets(args);
    try {
      await program.parseAsync(helpLast(args), { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      await answerParser(early, error, { printed, complaints });
    }
    return exit;
  });
}

/** The terminal's own width, or `COLUMNS` where help goes to another program, such as a pager. */
function helpWidth({ streams: { stdout }, env }: Pick<ProcessContext, 'streams' | 'env'>): number {
  const columns = (stdout.isTTY === true ? stdout.columns : undefined) ?? Number(env['COLUMNS']);
  if (!(columns > 0)) return HELP_WIDTH_MAX;
  return Math.min(HELP_WIDTH_MAX, Math.max(HELP_WIDTH_MIN, columns));
}

/** Turns `help rows export` into `rows export --help`, because the parser's `help` accepts only one word. */
function helpLast(args: readonly string[]): string[] {
  const [first, ...rest] = args;
  return first === 'help' ? [...rest, '--help'] : [...args];
}

async function answerParser(
  output: Output,
  error: CommanderError,
  { printed, complaints }: { readonly printed: readonly string[]; readonly complaints: readonly string[] },
): Promise<void> {
  if (error.code === 'commander.version') {
    await output.result({ data: { version: VERSION }, count: 1, shown: { as: 'text', text: `${VERSION}\n` } });
    return;
  }
  const help = printed.join('');
  if (error.code === 'commander.helpDisplayed') {
    await output.result({ data: { help }, count: 1, shown: { as: 'text', text: help } });
    return;
  }
  if (error.code === 'commander.help') {
    const { json } = output.options.isJson ? { json: true } : { json: false };
    if (!json && help === '') output.note(complaints.join(''));
    throw wrongUse('A command is missing.', 'servicectl --help');
  }
  const text = complaints.join('') || error.message;
  const [message = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  throw wrongUse(
    sentence(suggestion === undefined ? message : `${message}. ${suggestion.replace(/^\(|\)$/g, '')}`),
    'servicectl --help',
  );
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

async function settle(output: Output, signal: AbortSignal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    return output.failure(failureOf(signal.aborted ? endOf(signal, error) : error));
  }
}

/** The signal is the reason of every failure after it, but a command may have added what it leaves behind. */
function endOf({ reason }: AbortSignal, error: unknown): unknown {
  const isSame = error instanceof Failure && reason instanceof Failure && error.facts.code === reason.facts.code;
  return isSame ? error : reason;
}

function failureOf(error: unknown): Failure {
  const known = error instanceof Failure ? error : fileFailure(pathOf(error), error);
  if (known instanceof Failure) return known;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(`This should not have happened, please report it: ${text}`, {
    exit: EXIT.failed,
    code: 'internal_error',
  });
}

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error ? String(error.path) : 'A file';
}

function createContext(around: ProcessContext, options: CommandOptions): Context {
  const output = createOutput(around, options);
  const warn = (text: string): void => output.note(text);
  const { env, cwd, streams } = around;
  const settings = new Settings({ options, env, cwd, stdin: streams.stdin, warn });
  return new Context({ ...around, output, settings, options });
}

function createOutput({ streams, env }: ProcessContext, { json, quiet, color }: CommandOptions): Output {
  const isDumb = env['TERM'] === 'dumb';
  const hasColor = color !== false && !env['NO_COLOR'] && !isDumb;
  return new Output(streams, { isJson: json === true, isQuiet: quiet === true, hasColor, isDumb });
}

/** Output options, read before the arguments are parsed, so that a parse failure is also printed as JSON. */
function readEarly(args: readonly string[]): CommandOptions {
  const end = args.indexOf('--');
  const options = new Set(end === -1 ? args : args.slice(0, end));
  return { json: options.has('--json'), quiet: options.has('--quiet'), color: !options.has('--no-color') };
}

function withChildren<C extends { readonly commands: readonly C[] }>(command: C): readonly C[] {
  return [command, ...command.commands.flatMap((child) => withChildren(child))];
}
