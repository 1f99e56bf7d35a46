import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Gives public/sw.js the mark of its build, by which browsers see that there is another one. */
export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir
    },
    // The page names what it begins with by its content, and that names the rest.
    closeBundle() {
      const file = join(folder, 'sw.js')
      const mark = createHash('sha256')
        .update(readFileSync(join(folder, 'index.html')))
        .digest('hex')
        .slice(0, 12)
      writeFileSync(file, readFileSync(file, 'utf8').replace("'BUILD'", `'${mark}'`))
    },
  }
}
