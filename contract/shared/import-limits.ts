// Limits of import files, without schemas, for the worker thread.

/** Largest file in bytes. */
export const importLimit = 4 * 1024 * 1024
/** Most rows of a file. */
export const importRows = 10_000
