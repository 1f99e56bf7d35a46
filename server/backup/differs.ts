/** A copy does not hold what it should. */
export class Differs extends Error {}
