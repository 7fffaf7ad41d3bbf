/** The fault of an entry of an archive. */
export type DamageReason = 'truncated' | 'checksum' | 'order' | 'name' | 'size' | 'count' | 'record';

/** The archive is not what was once written. `entry` is the one in which that shows. */
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

/** The archive was written by a newer release, in a format that this one does not know. */
export class UnsupportedArchive extends Error {
  readonly formatVersion: number;

  constructor(formatVersion: number) {
    super(`The archive has format ${formatVersion}; this release reads format 1. Use a newer release.`);
    this.name = 'UnsupportedArchive';
    this.formatVersion = formatVersion;
  }
}

/** A record that cannot be taken over; whoever reads it knows in which entry it stands. */
export class UnfitRecord extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'UnfitRecord';
  }
}
