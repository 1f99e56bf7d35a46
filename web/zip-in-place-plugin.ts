// The writer of Excel files zips by 'fflate', which starts workers from texts for that: the content security policy
// forbids them, and the file is already made in a worker. In the build it zips where it stands.
import type { Plugin } from 'vite'

const virtualName = '\0zip-in-place'

const module = `
export { strToU8, zipSync } from 'fflate/browser'
import { zipSync } from 'fflate/browser'
export const zip = (files, done) => done(null, zipSync(files))
`

export function zipInPlace(): Plugin {
  return {
    name: 'zip-in-place',
    enforce: 'pre',
    resolveId: (name) => (name === 'fflate' ? virtualName : null),
    load: (name) => (name === virtualName ? module : null),
  }
}
