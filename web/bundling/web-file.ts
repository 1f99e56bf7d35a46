import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

/** A path below web/ in the bundler's form: decoded, with / on Windows too. */
export const webFile = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))
