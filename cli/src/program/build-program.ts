import { Command as Commander, Help, Option } from 'commander';
import type { Command, Flags, OptionText } from '../command/command.ts';
import { GLOBAL_OPTIONS } from '../command/global-options.ts';
import { wrongUse } from '../outcome/failure.ts';
import { VERSION } from '../version.ts';
import { GROUPS } from './groups.ts';

const USAGE = 'Usage: ';
const INDENT = '  ';
/** A text is placed beside its term when at least this many columns remain for it, otherwise below. */
const TEXT_WIDTH_MIN = 40;

type Run = (command: Command, args: readonly string[], flags: Flags) => Promise<void>;

interface ProgramParts {
  readonly commands: readonly Command[];
  readonly width: number;
  readonly run: Run;
}

export function buildProgram(commands: readonly Command[], width: number, run: Run): Commander {
  const program = new Commander('servicectl')
    .description('Works with the projects of a service: tables, rows, functions, files, webhooks, backups.')
    .usage('<command> [options]')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .enablePositionalOptions(false)
    .showSuggestionAfterError(true)
    .configureHelp({
      sortSubcommands: true,
      showGlobalOptions: false,
      formatItem: (term, termWidth, text, helper) => formatItem({ term, termWidth, text }, width, helper),
      styleUsage: (usage) => wrap(usage, width - USAGE.length, { before: '', after: '  ' }),
    })
    .exitOverride();
  for (const option of GLOBAL_OPTIONS) program.addOption(optionOf(option));
  const notes = [
    'Environment: SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_TOKEN, SERVICE_CONFIG_DIR, NO_COLOR.',
    "An app's settings are in its service.json. Guide: docs/cli.md.",
  ].map((note) => wrap(note, width));
  program.addHelpText('after', `\n${notes.join('\n')}\n\n${examplesText(['init --create "My app"'], width)}`);
  for (const command of commands) addCommand(program, command, { width, run, commands });
  return program;
}

function addCommand(program: Commander, command: Command, building: ProgramParts): void {
  const { width, run } = building;
  const words = command.name.split(' ');
  const target = words.reduce((parent, _, index) => childOf(parent, words.slice(0, index + 1), building), program);
  target.summary(command.summary).description([command.summary, command.more].filter(Boolean).join('\n\n'));
  for (const arg of command.args ?? []) target.argument(arg);
  for (const option of [...(command.options ?? []), ...GLOBAL_OPTIONS]) {
    // Every command accepts the global options, but only the top-level help lists them.
    const shown = optionOf(option);
    target.addOption(GLOBAL_OPTIONS.includes(option) ? shown.hideHelp() : shown);
  }
  const hint = wrap('Options of every command: servicectl --help', width);
  target.addHelpText('after', `\n${hint}\n\n${examplesText(command.examples, width)}`);
  target.action(async () => {
    requireFilledArgs(command, target.args);
    await run(command, target.args, { ...program.opts(), ...target.optsWithGlobals() });
  });
}

/** An empty argument often comes from a variable that is not set; as a path it would be the current folder. */
function requireFilledArgs({ args = [] }: Command, given: readonly string[]): void {
  const at = given.indexOf('');
  if (at !== -1) throw wrongUse(`The argument ${args[at] ?? args.at(-1) ?? ''} is empty.`, 'servicectl --help');
}

function childOf(parent: Commander, words: readonly string[], { commands, width }: ProgramParts): Commander {
  const name = words.at(-1) ?? '';
  const found = parent.commands.find((child) => child.name() === name);
  if (found !== undefined) return found;
  const made = parent.command(name).helpOption('--help', 'show help').helpCommand(false).allowExcessArguments(false);
  const group = words.join(' ');
  made.summary(GROUPS[group] ?? '').description(GROUPS[group] ?? '');
  const isCommand = commands.some((command) => command.name === group);
  const [example] = commands.find((command) => command.name.startsWith(`${group} `))?.examples ?? [];
  if (!isCommand && example !== undefined) made.addHelpText('after', `\n${examplesText([example], width)}`);
  return made;
}

function optionOf({ flags, text, choices, preset }: OptionText): Option {
  const option = new Option(flags, text);
  if (choices !== undefined) option.choices([...choices]);
  return preset === undefined ? option : option.default(preset);
}

function examplesText(examples: readonly string[], width: number): string {
  const lines = examples.map((example) => wrap(`  $ servicectl ${example}`, width, { before: ' \\', after: '  ' }));
  return `Example${examples.length > 1 ? 's' : ''}:\n${lines.join('\n')}`;
}

/** Wraps a text at spaces; `before` and `after` join the lines of an example into one command. */
function wrap(text: string, width: number, { before, after } = { before: '', after: '' }): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) /)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length + before.length > width) {
      lines.push(line + before);
      line = after + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

interface HelpItem {
  readonly term: string;
  readonly termWidth: number;
  readonly text: string;
}

function formatItem({ term, termWidth, text }: HelpItem, width: number, helper: Help): string {
  if (text === '' || width - termWidth - INDENT.length >= TEXT_WIDTH_MIN) {
    return Help.prototype.formatItem.call(helper, term, termWidth, text, helper);
  }
  return `${INDENT}${term}\n${wrap(INDENT + INDENT + text, width, { before: '', after: INDENT + INDENT })}`;
}
