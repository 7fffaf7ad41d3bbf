/** The upgrade cannot continue. The message gives the reason and what to do. Nothing has changed. */
export class UpgradeRefusal extends Error {}
