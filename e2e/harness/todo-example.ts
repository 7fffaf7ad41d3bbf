import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { startCheckoutProvider } from './checkout-provider.ts';
import { createScene, type Scene } from './each-engine.ts';
import { type AppFolder, copyExample, packPackages } from './packed-packages.ts';
import { ADMIN_TOKEN, startService } from './service-process.ts';

const OTHERS = [
  'react',
  'react-dom',
  'vite',
  '@vitejs/plugin-react',
  '@tanstack/query-core',
  'typescript',
  '@types/react',
  '@types/react-dom',
  '@types/node',
];

export interface TodoExample {
  readonly scene: Scene;
  readonly browser: Browser;
  readonly app: AppFolder;
}

/** Sets up the example in a folder of its own with the packed packages, a service, a payment provider and a browser. */
export async function openTodoExample(cleanUp: AsyncDisposableStack): Promise<TodoExample> {
  const provider = cleanUp.use(await startCheckoutProvider());
  const env = { SERVICE_MODE: 'development', SERVICE_OUTBOUND_ALLOW: provider.host };
  const service = cleanUp.use(await startService({ env }));
  const scene = await createScene(service, 'todo');
  const packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  const app = cleanUp.use(await copyExample('todo', packed, OTHERS));
  await writeFile(
    join(app.folder, '.env'),
    `SERVICE_URL=${service.url}\nSERVICE_PROJECT_ID=todo\nSERVICE_PUBLIC_KEY=${scene.publicKey}\n`,
  );
  const own = { SERVICE_URL: service.url, SERVICE_PROJECT_ID: 'todo', SERVICE_TOKEN: ADMIN_TOKEN };
  await app.run('../setup.ts', [], own);
  await connectPayments(scene, provider.host);
  await scene.cloud.patch('/projects/todo/settings', { inbox: { enabled: true } });
  const browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  return { scene, browser, app };
}

async function connectPayments(scene: Scene, provider: string): Promise<void> {
  const answer = await scene.cloud.call('PUT', '/projects/todo/integrations/payments', {
    body: {
      provider: 'stripe',
      secret_key: 'sk_test_0123456789abcdef',
      webhook_secret: 'whsec_test_0123456789abcdef',
      base_url: `http://${provider}`,
    },
  });
  if (answer.status >= 300) throw new Error(answer.text);
}
