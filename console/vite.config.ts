import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { functionDeclarations } from './function-declarations.ts';
import { icons } from './icons.ts';

/** The usual first page, with everything that it imports: one file that depends on no other. */
const FIRST_PAGE = /console\/src\/(main|features\/projects\/projects-page)\.tsx$/;
/** Parts that most other pages use: each small part would need a request of its own. */
const SHARED = /console\/src\/shared\/|virtual:icon\/|@mantine|@floating-ui|@tanstack/;
const SHARED_BY = 8;
/** A slow machine is no reason to warn the user of the first start. */
const CHECKS = { bundlerTimings: false };
const SCHEME_SCRIPT = new URL('src/app/color-scheme-script.js', import.meta.url);

/** Adds the script that sets light or dark before the first paint to the head, as a separate file. */
function blockingScheme(): Plugin {
  let fileName = '';
  return {
    name: 'blocking-color-scheme',
    apply: 'build',
    async buildStart() {
      const source = await readFile(SCHEME_SCRIPT, 'utf8');
      fileName = `assets/color-scheme-${hashOf(source)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/console/${fileName}` }, injectTo: 'head-prepend' }],
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), icons(), blockingScheme()],
  worker: { format: 'es', plugins: () => [functionDeclarations()], rolldownOptions: { checks: CHECKS } },
  // The service puts a new nonce into every answer.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    target: 'es2024',
    // The content security policy allows no script in the page.
    modulePreload: { polyfill: false },
    // esbuild is there anyway: `npm ci` leaves out Lightning CSS (`scripts/after-install.mjs`).
    cssMinify: 'esbuild',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: CHECKS,
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST_PAGE, priority: 1 },
            { name: 'shared', test: SHARED, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
