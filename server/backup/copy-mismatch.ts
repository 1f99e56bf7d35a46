/** A copy does not hold what it should. */
export class CopyMismatch extends Error {}
