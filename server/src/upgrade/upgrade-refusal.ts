/** The upgrade cannot go on; the message says why and what to do. Nothing has changed. */
export class UpgradeRefusal extends Error {}
