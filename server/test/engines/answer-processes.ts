import { createServer, type ServerResponse } from 'node:http';
import { RUN_VARIABLE, type SharedByRun } from '../../../e2e/harness/test-run.ts';

/** Answers `askRun` in every process that the caller starts from now on, until the returned function is called. */
export async function answerProcesses(
  shared: Readonly<Record<keyof SharedByRun, () => Promise<string>>>,
): Promise<() => void> {
  const answers = new Map<string, () => Promise<string>>(Object.entries(shared));
  const answer = async (name: string, res: ServerResponse): Promise<void> => {
    const make = answers.get(name);
    try {
      if (make === undefined) throw new Error(`the run has no ${name}`);
      res.end(await make());
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  };
  const server = createServer((req, res) => void answer(req.url?.slice(1) ?? '', res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the run has no port');
  process.env[RUN_VARIABLE] = `http://127.0.0.1:${address.port}`;
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
