/**
 * Actions of the audit entries that a restore of the control plane has begun, and that all of it is loaded. Their target is the backup, so a
 * restore that was cut off is recognised when it is repeated.
 */
export const RESTORE_BEGUN = 'instance.restore';
export const RESTORE_LOADED = 'instance.loaded';
