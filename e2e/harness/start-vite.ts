import { join } from 'node:path';
import { findPort } from './find-port.ts';
import type { AppFolder } from './packed-packages.ts';
import { launch } from './service-process.ts';

/** Starts Vite in the app's folder and waits until it answers. */
export async function startVite(app: AppFolder, args: readonly string[]): Promise<{ url: string } & AsyncDisposable> {
  const port = await findPort();
  const running = launch(
    [
      join(app.folder, 'node_modules/vite/bin/vite.js'),
      ...args,
      app.folder,
      '--port',
      String(port),
      '--strictPort',
      '--host',
      'localhost',
    ],
    { HOME: process.env['HOME'] },
  );
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + 30_000;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || running.child.exitCode !== null) throw new Error(running.output());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      running.child.kill('SIGTERM');
      await running.exit;
    },
  };
}
