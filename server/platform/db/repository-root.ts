import { dirname } from 'node:path'

/** The folder of package.json and build/. */
export const repositoryRoot = dirname(dirname(dirname(import.meta.dirname)))
