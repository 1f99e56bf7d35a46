// The drawings of kit/icons.ts, from the package that has all of them in one file: each is put in the place of its name.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const file = /[\\/]kit[\\/]icons\.ts(\?\w+)?$/
const named = /\b(drawn|filled)\('([\w-]+)'\)/g

/** The lines of a drawing as one path; `source` is the package's. A path that begins by a relative step begins at the corner. */
export function pathOf(source: { body: string } | undefined, name: string): string {
  const paths = [...(source?.body ?? '').matchAll(/<path [^>]*\bd="([^"]+)"[^>]*>/g)].map(([, path = '']) => path)
  const others = source?.body.replace(/<\/?(path|g)\b[^>]*>/g, '')
  if (paths.length === 0 || others) throw new Error(`web/kit/icons.ts: no drawing of lines alone is called ${name}`)
  return paths.map((path) => (path.startsWith('m') ? `M0 0${path}` : path)).join('')
}

export function icons(): Plugin {
  const read = () => {
    const from = createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json')
    const { icons }: { icons: Record<string, { body: string }> } = JSON.parse(readFileSync(from, 'utf8')) // its own form
    return icons
  }
  let known: ReturnType<typeof read> | undefined
  return {
    name: 'icons',
    // Before anything else writes the names otherwise.
    enforce: 'pre',
    transform(code, id) {
      if (!file.test(id)) return null
      const drawings = (known ??= read())
      const drawnNow = code.replace(named, (_, how, name) => `${how}(${JSON.stringify(pathOf(drawings[name], name))})`)
      return { code: drawnNow, map: null }
    },
  }
}
