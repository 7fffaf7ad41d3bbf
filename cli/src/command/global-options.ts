import type { OptionText } from './command.ts';

export const GLOBAL_OPTIONS: readonly OptionText[] = [
  { flags: '--url <address>', text: 'the server; else SERVICE_URL, "url" in service.json, the stored login' },
  { flags: '--project <id>', text: 'the project; else SERVICE_PROJECT_ID, "project" in service.json' },
  { flags: '--token-file <file>', text: 'read the token from a file, or from standard input for -' },
  { flags: '--allow-http', text: 'send the token without TLS to a server that is not on this machine' },
  { flags: '--json', text: 'print one JSON document, also on failure' },
  { flags: '--quiet', text: 'print data and errors only' },
  { flags: '--no-color', text: 'no colours, no progress, no questions' },
  { flags: '--yes', text: 'answer plain questions with yes' },
];

export const CONFIRM: OptionText = {
  flags: '--confirm <id>',
  text: 'agree to lose data: the id of the project',
};
