// The drawings of kit/icons.ts, from the package that has all of them in one file: each is put in the place of its name.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { webFile } from './web-file.ts'

const file = /[\\/]kit[\\/]icons\.ts(\?\w+)?$/
const named = /\b(drawn|filled)\('([\w-]+)'\)/g

/** What kit/drawn-icon.tsx draws with: nothing else that the package says of a drawing would come along. */
const penOf = {
  drawn: /^( (fill="none"|stroke="currentColor"|stroke-line(cap|join)="round"|stroke-width="2"))*$/,
  filled: /^( fill="currentColor")?$/,
}
/** Their dots are filled too, and so small that the pen covers them. */
const coveredByPen = ['discount']

/** The lines of a drawing as one path; `source` is the package's. A path that begins by a relative step begins at the corner. */
export function findIconPath(source: { body: string } | undefined, name: string, how: keyof typeof penOf): string {
  const paths = [...(source?.body ?? '').matchAll(/<path [^>]*\bd="([^"]+)"[^>]*>/g)].map(([, path = '']) => path)
  const others = source?.body.replace(/<(?:path|g)\b([^>]*?)\/?>|<\/(?:path|g)>/g, (tag, attributes = '') =>
    isOfPen(attributes.replace(/ d="[^"]*"/, ''), name, how) ? '' : tag,
  )
  if (paths.length === 0 || others) throw new Error(`web/kit/icons.ts: no drawing of lines alone is called ${name}`)
  return paths.map((path) => (path.startsWith('m') ? `M0 0${path}` : path)).join('')
}

const isOfPen = (attributes: string, name: string, how: keyof typeof penOf): boolean =>
  penOf[how].test(attributes) || (coveredByPen.includes(name) && penOf.filled.test(attributes))

export function icons(): Plugin {
  let drawings: Record<string, { body: string }> | undefined
  return {
    name: 'icons',
    // Before anything else writes the names otherwise.
    enforce: 'pre',
    transform(code, id) {
      if (!file.test(id)) return null
      drawings ??= readDrawings()
      return {
        code: code.replace(named, (_, how, name) => `${how}('${findIconPath(drawings?.[name], name, how)}')`),
        map: null,
      }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licenses/icons.txt', source: noticeOf(readInfo()) })
    },
  }
}

interface Info {
  name: string
  version: string
  author: { name: string; url: string }
  license: { spdx: string }
}

/** The package has no file of its licence, whose words are those of ours. */
function noticeOf({ name, version, author, license }: Info): string {
  if (license.spdx !== 'MIT') throw new Error(`${name}: another licence than it had, ${license.spdx}`)
  const words = readFileSync(webFile('../LICENSE'), 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${author.name}`)
  return `${name} ${version} (${author.url})\n\n${words}`
}

const read = (name: string) =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve(`@iconify-json/tabler/${name}.json`), 'utf8'))
const readInfo = (): Info => read('info')
const readDrawings = (): Record<string, { body: string }> => read('icons').icons
