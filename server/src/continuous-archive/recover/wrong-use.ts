export class WrongUse extends Error {}

export class UnusableArchive extends Error {}
