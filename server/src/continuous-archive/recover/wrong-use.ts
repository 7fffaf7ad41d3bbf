/** The request cannot be executed; the message gives the reason and the alternative. */
export class WrongUse extends Error {}

/** Something of the archive is missing or damaged, or it cannot be read. */
export class UnusableArchive extends Error {}
