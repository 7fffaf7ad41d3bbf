export class WrongUse extends Error {}

/** A part of the archive is missing, damaged or unreadable. */
export class UnusableArchive extends Error {}
