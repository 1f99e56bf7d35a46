// Limits of import files, without schemas, for the worker thread.

export const maxImportBytes = 4 * 1024 * 1024
export const maxImportRows = 10_000
