// Limits of import files, without schemas, for the worker thread.

/** Largest file in bytes. */
export const maxImportBytes = 4 * 1024 * 1024
/** Most rows of a file. */
export const maxImportRows = 10_000
