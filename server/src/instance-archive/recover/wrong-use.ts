/** The request cannot be executed; the message gives the reason and the alternative. */
export class WrongUse extends Error {}
