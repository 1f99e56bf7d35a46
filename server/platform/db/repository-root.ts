import { dirname } from 'node:path'

/** Folder of package.json and build/. */
export const repositoryRoot = dirname(dirname(dirname(import.meta.dirname)))
