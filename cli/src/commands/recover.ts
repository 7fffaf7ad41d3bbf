import { resolve } from 'node:path';
import { type Command, type Flags, flag, text } from '../command/command.ts';
import { wrongUse } from '../outcome/failure.ts';
import { runService } from './run-service.ts';

export const recover: Command = {
  name: 'recover',
  summary: 'Make a data directory again from the continuous archive, on the machine of the service',
  more: 'As npm run recover. The place comes from SERVICE_ARCHIVE_URL, or from --from when it has no credentials; the passphrase from SERVICE_ARCHIVE_PASSPHRASE. Exit 0: all is there; 2: wrong use; 7: the place cannot be reached; 9: something is missing or damaged, and named.',
  options: [
    { flags: '--data <folder>', text: 'a new or empty folder, or one with a recovery that has not ended' },
    { flags: '--from <url>', text: 'file:///folder' },
    { flags: '--at <time>', text: 'the moment, such as 2026-05-01T09:30:00.250Z; without it the last one' },
    { flags: '--only <ids>', text: 'only these projects, by commas; the others answer 503 until they follow' },
    {
      flags: '--generation <id>',
      text: 'of several archives at this place; without it the newest that has the moment',
    },
    { flags: '--list', text: 'list the generations: machine, first and last moment, size' },
  ],
  examples: [
    'recover --data ./new',
    'recover --data ./new --at 2026-05-01T09:30:00.250Z --only shop',
    'recover --list',
  ],
  async run(context, _args, flags) {
    if (context.output.options.isJson) throw wrongUse('This command writes its report as text: leave --json away.');
    return await runService(context, ['recover', ...parametersOf(flags, context.cwd)]);
  },
};

function parametersOf(flags: Flags, cwd: string): readonly string[] {
  const [data, only] = [text(flags, 'data'), text(flags, 'only')];
  const named = (['from', 'at', 'generation'] as const).flatMap((name) => {
    const value = text(flags, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return [
    ...(data === undefined ? [] : ['--data', resolve(cwd, data)]),
    ...named,
    ...(only ?? '').split(',').flatMap((id) => (id === '' ? [] : ['--project', id])),
    ...(flag(flags, 'list') ? ['--list'] : []),
  ];
}
