/** The least that the service accepts, so that rounds are short. */
export const SECONDS = 1;
export const PROJECTS = ['one', 'two'] as const;
/** Concurrent writers of each project. */
export const CLIENTS = 2;

export interface WriterOrder {
  readonly dataDir: string;
  readonly placeUrl: string;
  readonly passphrase: string | null;
  /** Asks at random moments until when everything is archived. */
  readonly settles: boolean;
  /** Gives a project a new store once, as a restore does. */
  readonly replaces: boolean;
}

/** The faults that `faulty-archiver.ts` injects into the process. */
export interface ProcessFaults {
  /** The process kills itself before this change of the archiver's thread on the disk. */
  readonly killAt: number | null;
  /** The process's clock is ahead by this. */
  readonly aheadMs: number;
  /** Hourly work runs several times a second. */
  readonly isHurried: boolean;
  /** The place: a share of its writes fails, all are slow, or it confirms a share of the packs or of all objects and does not store them. */
  readonly place: 'sound' | 'failing' | 'slow' | 'forgetful' | 'lying';
}

export const FAULTS_VARIABLE = 'ARCHIVE_FAULTS';
