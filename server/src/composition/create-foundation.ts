import { createBlobStore } from '../blobs/index.ts';
import type { Config } from '../config/index.ts';
import { createChangeFeed } from '../database/change-feed.ts';
import { createJobs } from '../jobs/index.ts';
import { createMail } from '../mail/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { createPasswords } from '../platform/passwords/index.ts';
import type { Ground } from './ground.ts';
import type { Foundation } from './parts.ts';

export function createFoundation(config: Config, ground: Ground): Foundation {
  const jobs = createJobs(ground);
  return {
    feed: createChangeFeed(ground),
    jobs,
    mail: createMail({
      ...ground,
      ...config.mail,
      jobs,
      mode: config.mode,
      host: () => new URL(ground.addresses.publicUrl).hostname,
    }),
    audit: createAudit(ground),
    passwords: createPasswords(),
    blobs: createBlobStore({ config: config.blobs, dataDir: config.dataDir, clock: ground.clock }),
  };
}
