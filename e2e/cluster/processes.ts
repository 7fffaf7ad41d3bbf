import { type ProcessExit, type ServiceProcess, type StartOptions, startService } from '../harness/service-process.ts';

/** Several processes of the service, some of which may be down for a while. */
export interface Processes extends AsyncDisposable {
  /** Addresses of the running processes. */
  urls(): readonly string[];
  /** Sends a signal to one process and starts it again after a pause. Resolves with how it ended. */
  restart(index: number, signal: 'SIGKILL' | 'SIGTERM', pauseMs: number): Promise<ProcessExit>;
}

export async function startProcesses(count: number, options: StartOptions): Promise<Processes> {
  const running: (ServiceProcess | undefined)[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(running.map((one) => one?.end('SIGKILL')));
  };
  try {
    // One after the other, because the first one creates the control tables.
    for (let index = 0; index < count; index += 1) running.push(await startService(options));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    urls: () => running.flatMap((one) => (one === undefined ? [] : [one.url])),
    restart: async (index, signal, pauseMs) => {
      const one = running[index];
      if (one === undefined) throw new Error(`process ${index} is not running`);
      running[index] = undefined;
      const exit = await one.end(signal);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      running[index] = await startService(options);
      return exit;
    },
    [Symbol.asyncDispose]: end,
  };
}
