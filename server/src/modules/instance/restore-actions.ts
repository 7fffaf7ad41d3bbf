/**
 * Audit actions that mark the start of a control-plane restore and the end of its loading. Their target is the backup,
 * so that a repeated restore recognises an interrupted one.
 */
export const RESTORE_BEGUN = 'instance.restore';
export const RESTORE_LOADED = 'instance.loaded';
