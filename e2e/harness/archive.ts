import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A tar.gz of files by their paths, as `tar czf - dist functions webhook` makes it. */
export async function createArchive(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, Buffer.from(content));
  tar.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of tar) pieces.push(piece as Uint8Array);
  return gzipSync(Buffer.concat(pieces));
}
