import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

/** A path below web/ as the bundler names it: as folders are called, with spaces and accents, and with / on Windows too. */
export const webFile = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))
