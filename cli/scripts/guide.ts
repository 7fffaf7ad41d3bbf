import type { Command, OptionText } from '../src/command/command.ts';
import { GLOBAL_OPTIONS } from '../src/command/global-options.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { GROUPS } from '../src/program/groups.ts';

const INTRODUCTION = `# The command line

<!-- Made of the help texts by cli/scripts/write-guide.ts; a test sees that it is current. -->

\`servicectl\` works with the projects of a service: in its checkout as \`node_modules/.bin/servicectl\`, in an app that has the package \`@service/cli\` as \`npx servicectl\`. It needs Node 20 or newer.

\`\`\`sh
servicectl login --url https://api.example.com     # a personal token, made in the console
servicectl init --create "My shop"                 # service.json, .env, schema.json, types
servicectl push && servicectl deploy               # tables and rules; app, handlers, functions
servicectl functions dev                           # deploys what a save changed, shows what is logged
servicectl backup                                  # everything in one file
\`\`\`

## Settings

A flag counts before the environment, that before the nearest \`service.json\` upwards, and that before the stored login.

| | Flag | Environment | \`service.json\` |
|---|---|---|---|
| Server | \`--url\` | \`SERVICE_URL\` | \`url\` |
| Project | \`--project\` | \`SERVICE_PROJECT_ID\` | \`project\` |
| Token | \`--token-file\` | \`SERVICE_TOKEN\` | never |

- \`service.json\` may also have \`dist\`, \`functions\`, \`webhook\` and \`schema\`: where these stand, below its folder.
- Logins are kept in \`credentials.json\` in \`SERVICE_CONFIG_DIR\`, \`$XDG_CONFIG_HOME/service\` or \`~/.config/service\`, readable by you alone.
- A token goes only to the server it was given for: a stored one to its own, one from the environment or a file only to a server that is named
  by \`--url\` or \`SERVICE_URL\`. Redirects are never followed, TLS is always verified, and without TLS a token goes to this machine only.
- Tokens, keys, passwords and passphrases are never arguments: they are typed unseen, or read from files and standard input.

## Output

Data go to standard output, all else to standard error. Without a terminal lists are tab-separated under a header and nothing is asked. With
\`--json\` standard output is one document, \`{data, count}\` or \`{error, code, exit, request_id, details}\`, and standard error is empty, apart
from the code of \`login --browser --json\`, an object on a line of its own: \`{type: "code", user_code, url, address}\`. Commands
that go on print an object a line. A terminal never gets control characters that came from the server; \`NO_COLOR\` takes away colours only,
\`TERM=dumb\` also questions and aligned columns.

| Exit | Means |
|---|---|
| 0 | done |
| 1 | refused, or failed |
| 2 | used wrongly; nothing was sent |
| 3 | no token, or one that may not |
| 4 | not found |
| 5 | not confirmed; nothing was changed |
| 6 | there are differences (\`diff\`, \`settings diff\`, \`types --check\`) |
| 7 | the server was not reached, or went away |
| 9 | standard output could not be written, such as on a full disk: what is there is incomplete |
| 130, 143 | ended by a signal |
| 141 | the reader of standard output has gone (such as \`head\`) |

Reads are tried four times, changes once. Files appear whole or not at all. What destroys data wants the id of the project, typed or as
\`--confirm <id>\`; \`--yes\` answers plain questions only.
`;

export function guide(): string {
  const commands = [...COMMANDS].sort((a, b) => (a.name < b.name ? -1 : 1));
  const sections = commands.map(section);
  return [
    INTRODUCTION,
    '## Options of every command\n',
    optionTable(GLOBAL_OPTIONS),
    '## Commands\n',
    ...overview(commands),
    ...sections,
  ].join('\n');
}

function overview(commands: readonly Command[]): readonly string[] {
  const lines = commands.map(
    ({ name, summary }) => `| [\`${name}\`](#servicectl-${name.replaceAll(' ', '-')}) | ${cell(summary)} |`,
  );
  return ['| | |\n|---|---|', ...lines, ''];
}

function section({ name, args = [], summary, more, options = [], examples }: Command): string {
  const words = ['servicectl', name, ...args, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
  const group = GROUPS[name];
  const parts = [`### servicectl ${name}\n`, `\`${words}\`\n`, `${summary}.\n`];
  if (more !== undefined) parts.push(`${more}\n`);
  if (group !== undefined && group !== summary)
    parts.push(`${group}: see also the commands that begin with \`${name}\`.\n`);
  if (options.length > 0) parts.push(optionTable(options));
  parts.push(`\`\`\`sh\n${examples.map((example) => `servicectl ${example}`).join('\n')}\n\`\`\`\n`);
  return parts.join('\n');
}

function optionTable(options: readonly OptionText[]): string {
  const lines = options.map(({ flags, text, choices }) => {
    const among = choices === undefined ? '' : ` (${choices.join(', ')})`;
    return `| \`${flags}\` | ${cell(text + among)} |`;
  });
  return `| Option | |\n|---|---|\n${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
