import { cp } from 'node:fs/promises';
import { argv } from 'node:process';
import service from '@service/client/esbuild';
import { type BuildOptions, build, context } from 'esbuild';

/** While developing, the page is served by esbuild and the API by the service: two ports of localhost share their cookies. */
const isDevelopment = argv.includes('--watch');

const options: BuildOptions = {
  entryPoints: ['src/main.tsx'],
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: !isDevelopment,
  outdir: 'dist',
  plugins: [service({ sameOrigin: !isDevelopment })],
};

await cp('index.html', 'dist/index.html');
if (isDevelopment) {
  const watching = await context(options);
  await watching.watch();
  const { port } = await watching.serve({ servedir: 'dist' });
  process.stdout.write(`http://localhost:${port}\n`);
} else await build(options);
