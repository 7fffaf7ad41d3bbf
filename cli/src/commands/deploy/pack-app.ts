import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { bundlePackages } from '../../bundling/bundle-packages.ts';
import { readSources } from '../../bundling/read-sources.ts';
import type { Context } from '../../command/context.ts';
import { walkFolder } from '../../files/walk-folder.ts';
import { requirePlainPath } from '../../files/write-whole.ts';
import { failed, wrongUse } from '../../outcome/failure.ts';

type Entry = { readonly name: string } & ({ readonly text: string } | { readonly file: string; readonly size: number });

/** The app as the archive that the server expects. The same tree gives the same bytes. */
export async function packApp(context: Context): Promise<Readable> {
  const { folder, folders } = await context.settings.serviceJson;
  const entries: Entry[] = [];
  for (const kind of ['dist', 'webhook', 'functions'] as const) {
    const root = join(folder, folders[kind]);
    await requirePlainPath(folder, root);
    const { files, skipped } = await walkFolder(root);
    for (const path of skipped) context.output.note(`left out: ${folders[kind]}/${path}`);
    for (const { path, size } of files) entries.push({ name: `${kind}/${path}`, file: join(root, path), size });
    if (kind === 'dist') continue;
    const modules = files
      .map(({ path }) => path)
      .filter((path) => /^[^/]+\.(?:ts|js)$/.test(path) && !path.endsWith('.d.ts'));
    if (modules.length === 0) continue;
    const { packages } = await readSources(root, modules);
    for (const [path, text] of await bundlePackages(root, packages)) entries.push({ name: `${kind}/${path}`, text });
  }
  if (entries.length === 0) {
    throw wrongUse(`There is nothing to deploy in ${folders.dist}/, ${folders.webhook}/ and ${folders.functions}/.`);
  }
  return packed(entries);
}

function packed(entries: readonly Entry[]): Readable {
  const tar = pack();
  const gzip = createGzip();
  const fill = async (): Promise<void> => {
    for (const entry of entries) {
      const header = { name: entry.name, mode: 0o644, mtime: new Date(0) };
      if ('text' in entry) {
        await new Promise<void>((resolve, reject) => {
          tar.entry(header, entry.text, (error) => (error ? reject(error) : resolve()));
        });
      } else await pipeline(createReadStream(entry.file), exactly(entry), tar.entry({ ...header, size: entry.size }));
    }
    tar.finalize();
  };
  fill().catch((error: unknown) => gzip.destroy(error instanceof Error ? error : new Error(String(error))));
  tar.on('error', (error) => gzip.destroy(error));
  return tar.pipe(gzip);
}

function exactly({ name, size }: { readonly name: string; readonly size: number }): Transform {
  let bytes = 0;
  const check = (isEnd: boolean): Error | undefined =>
    bytes > size || (isEnd && bytes < size)
      ? failed(`${name} was changed while it was read.`, 'file_changed')
      : undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const problem = check(false);
      if (problem === undefined) done(null, chunk);
      else done(problem);
    },
    flush: (done) => done(check(true) ?? null),
  });
}
