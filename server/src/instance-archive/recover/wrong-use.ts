/** The request cannot be carried out; the message says why, and what can be done instead. */
export class WrongUse extends Error {}
