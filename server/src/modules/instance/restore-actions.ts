/** Their target is the backup, so that a repeated restore recognises an interrupted one. */
export const RESTORE_BEGUN = 'instance.restore';
export const RESTORE_LOADED = 'instance.loaded';
