import { resolve } from 'node:path';
import { type Command, type Flags, text } from '../command/command.ts';
import { runService } from './run-service.ts';

export const start: Command = {
  name: 'start',
  summary: 'Start the service of this checkout, as npm start does',
  more: 'Signals and the exit status pass through. All other settings are environment variables: see docs/operations.md.',
  options: [
    { flags: '--port <port>', text: 'port to listen on (PORT)' },
    { flags: '--host <address>', text: 'address to listen on (HOST)' },
    { flags: '--data-dir <folder>', text: 'folder of everything the service keeps (SERVICE_DATA_DIR)' },
  ],
  examples: ['start --port 8080 --data-dir ./data'],
  run: (context, _args, flags) => runService(context, [], settingsOf(flags, context.cwd)),
};

function settingsOf(flags: Flags, cwd: string): Record<string, string> {
  const [port, host, folder] = [text(flags, 'port'), text(flags, 'host'), text(flags, 'dataDir')];
  return {
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(folder !== undefined && { SERVICE_DATA_DIR: resolve(cwd, folder) }),
  };
}
