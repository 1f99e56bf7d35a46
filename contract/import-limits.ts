// Limits of an imported file. The thread that reads a file imports them, and nothing of the contract's schemas.

/** Bytes of a file. */
export const importLimit = 4 * 1024 * 1024
/** Rows of a file. */
export const importRows = 10_000
