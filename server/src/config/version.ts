import manifest from '../../package.json' with { type: 'json' };

/** The running release. */
export const VERSION: string = manifest.version;
