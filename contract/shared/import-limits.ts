// Limits of import files, in a file of their own so that the worker thread does not load the schemas.

export const maxImportBytes = 4 * 1024 * 1024
export const maxImportRows = 10_000
