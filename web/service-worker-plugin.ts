import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Gives public/sw.js the mark of its build, by which browsers see that there is another one, and the names of its files. */
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
      const names = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name))
      const worker = readFileSync(file, 'utf8')
      writeFileSync(
        file,
        worker.replace("'BUILD'", `'${mark}'`).replace('files = []', `files = ${JSON.stringify(names)}`),
      )
    },
  }
}
