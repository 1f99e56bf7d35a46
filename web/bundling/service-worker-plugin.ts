import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const worker = new URL('../public/sw.js', import.meta.url)

/** Puts the build's file names into public/sw.js, so that browsers notice a new build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName
      const others = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name) && name !== entry)
      const names = JSON.stringify([entry, ...others].map((name) => `/${name}`))
      const source = readFileSync(worker, 'utf8').replace('files = []', `files = ${names}`)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
