import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface OwnRoot {
  enter(folder: string): readonly string[];
  close(): void;
}

const BUILD_MS_MAX = 10_000;
const PLACE = '/place';

/**
 * `--move` puts the new tree over the root of the namespace, so that no path leads out of it. `hidepid` and `subset`
 * reduce `/proc` to the processes of the reading user, so that a process cannot spy on others. `--no-mtab` because the
 * move fails where `/run`, in which `mount` records it, is read-only.
 */
const BUILD = `set -e
umask 022
root=$1 folders=$2
shift 2
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev none "$root"
cd "$root"
mkdir proc .${PLACE}
mount -t proc -o nosuid,nodev,noexec,hidepid=2,subset=pid none proc
mount --bind -o nosuid,nodev "$folders" .${PLACE}
for path; do
  if [ -d "$path" ]; then mkdir -p ".$path"; else mkdir -p ".\${path%/*}"; : > ".$path"; fi
  mount --bind -o ro,nosuid "$path" ".$path"
done
mount -o remount,ro "$root"
mount --no-mtab --move . /
echo built
read end
`;

/** Undefined when this machine cannot. `folders` is the folder with the folders of all processes. */
export async function openOwnRoot(folders: string, files: readonly string[]): Promise<OwnRoot | undefined> {
  const root = join(folders, `root-${process.hrtime.bigint()}`);
  // Only a mount point, whose content exists in the namespace alone.
  await mkdir(root, { mode: 0o700 });
  const args = ['--mount', '--propagation', 'private', '/bin/sh', '-c', BUILD, 'sh', root, folders, ...files];
  const builder = spawn('unshare', args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  builder.on('error', () => undefined);
  builder.stdin.on('error', () => undefined);
  try {
    const built = new Promise<boolean>((resolve) => {
      builder.stdout.once('data', () => resolve(true));
      builder.once('close', () => resolve(false));
      builder.once('error', () => resolve(false));
    });
    const isBuilt = await Promise.race([built, wait(BUILD_MS_MAX, false, { ref: false })]);
    return isBuilt ? rootOf(openSync(`/proc/${builder.pid}/ns/mnt`, 'r')) : undefined;
  } finally {
    builder.kill('SIGKILL');
  }
}

/** The open file keeps the namespace alive. */
function rootOf(namespace: number): OwnRoot {
  return {
    enter: (folder) => ['nsenter', `--mount=/proc/${process.pid}/fd/${namespace}`, `--wdns=${join(PLACE, folder)}`],
    close: () => closeSync(namespace),
  };
}
