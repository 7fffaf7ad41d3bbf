import { Command as Commander, Option } from 'commander';
import type { Command, Flags, OptionText } from '../command/command.ts';
import { GLOBAL_OPTIONS } from '../command/global-options.ts';
import { VERSION } from '../version.ts';
import { GROUPS } from './groups.ts';

type Run = (command: Command, args: readonly string[], flags: Flags) => Promise<void>;

/** The whole command line: what is typed leads to `run` with the command that was meant. */
export function buildProgram(commands: readonly Command[], run: Run): Commander {
  const program = new Commander('servicectl')
    .description('Works with the projects of a service: tables, rows, functions, files, webhooks, backups.')
    .usage('<command> [options]')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .enablePositionalOptions(false)
    .showSuggestionAfterError(true)
    .configureHelp({ sortSubcommands: true, showGlobalOptions: false })
    .exitOverride();
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option));
  program.addHelpText(
    'after',
    '\nEnvironment: SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_TOKEN, SERVICE_CONFIG_DIR, NO_COLOR.\nSettings of an app stand in its service.json. Guide: docs/cli.md.\n\nExample:\n  $ servicectl init --create "My app"',
  );
  for (const command of commands) addCommand(program, command, run);
  return program;
}

function addCommand(program: Commander, command: Command, run: Run): void {
  const words = command.name.split(' ');
  const target = words.reduce((parent, _, index) => childOf(parent, words.slice(0, index + 1)), program);
  target.summary(command.summary).description([command.summary, command.more].filter(Boolean).join('\n\n'));
  for (const arg of command.args ?? []) target.argument(arg);
  for (const option of [...(command.options ?? []), ...GLOBAL_OPTIONS]) {
    // Every command takes these; the help names them once, at the top.
    const shown = optionOf(option);
    target.addOption(GLOBAL_OPTIONS.includes(option) ? shown.hideHelp() : shown);
  }
  const examples = command.examples.map((example) => `  $ servicectl ${example}`).join('\n');
  target.addHelpText(
    'after',
    `\nOptions of every command: servicectl --help\n\nExample${command.examples.length > 1 ? 's' : ''}:\n${examples}`,
  );
  target.action(async () => {
    await run(command, target.args, { ...program.opts(), ...target.optsWithGlobals() });
  });
}

/** Groups are commands too, with nothing to run of their own unless one is declared. */
function childOf(parent: Commander, words: readonly string[]): Commander {
  const name = words.at(-1) ?? '';
  const found = parent.commands.find((child) => child.name() === name);
  if (found !== undefined) return found;
  const made = parent.command(name).helpOption('--help', 'show help').helpCommand(false).allowExcessArguments(false);
  made.summary(GROUPS[words.join(' ')] ?? '').description(GROUPS[words.join(' ')] ?? '');
  return made;
}

function optionOf({ flags, text, choices, preset }: OptionText): Option {
  const option = new Option(flags, text);
  if (choices !== undefined) option.choices([...choices]);
  return preset === undefined ? option : option.default(preset);
}
