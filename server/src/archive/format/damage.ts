export type DamageReason = 'truncated' | 'checksum' | 'order' | 'name' | 'size' | 'count' | 'record';

/** The archive differs from what was written. `entry` is the first entry where this shows. */
export class DamagedArchive extends Error {
  readonly entry: string;
  readonly reason: DamageReason;

  constructor(entry: string, reason: DamageReason, problem: string) {
    super(`${entry}: ${problem}`);
    this.name = 'DamagedArchive';
    this.entry = entry;
    this.reason = reason;
  }
}

/** A newer release wrote the archive in a format that this release cannot read. */
export class UnsupportedArchive extends Error {
  readonly formatVersion: number;

  constructor(formatVersion: number) {
    super(`The archive has format ${formatVersion}; this release reads format 1. Use a newer release.`);
    this.name = 'UnsupportedArchive';
    this.formatVersion = formatVersion;
  }
}

/** A record that cannot be loaded. The reader of the archive adds its entry. */
export class UnfitRecord extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'UnfitRecord';
  }
}
