// Libraries that offer hundreds of pieces from one file: each import is turned to the piece's own file. What a page needs
// can then be read off its imports (chunk-groups.ts), and the build does not read six thousand icons for forty.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const libraries = ['@mantine/core', '@mantine/dates', '@mantine/form', '@mantine/hooks', '@tabler/icons-react']

interface Place {
  file: string
  /** What it is called there. */
  name: string
}

const textOf = (name: { name: string } | { value: string }): string => ('name' in name ? name.name : name.value)

/** Where each piece of a library is, by the name under which the library offers it. */
function readPlaces(parse: Rolldown.PluginContext['parse'], index: string): Map<string, Place> {
  const [imported, offered] = [new Map<string, Place>(), new Map<string, Place>()]
  const at = (source: string) => join(dirname(index), source)
  for (const statement of parse(readFileSync(index, 'utf8')).body) {
    if (statement.type === 'ImportDeclaration')
      for (const specifier of statement.specifiers)
        if (specifier.type === 'ImportSpecifier')
          imported.set(specifier.local.name, { file: at(statement.source.value), name: textOf(specifier.imported) })
    if (statement.type === 'ExportNamedDeclaration')
      for (const { local, exported } of statement.specifiers) {
        const file = statement.source && at(statement.source.value)
        const place = file ? { file, name: textOf(local) } : imported.get(textOf(local))
        if (place) offered.set(textOf(exported), place)
      }
  }
  return offered
}

export function directImports(): Plugin {
  const known = new Map<string, Map<string, Place>>()
  const mentioned = new RegExp(`from\\s*["'](${libraries.join('|')})["']`)
  return {
    name: 'direct-imports',
    apply: 'build',
    async buildStart() {
      for (const library of libraries) {
        const index = await this.resolve(library, join(import.meta.dirname, '../main.tsx'))
        if (index) known.set(library, readPlaces(this.parse, index.id))
      }
    },
    transform(code) {
      if (!mentioned.test(code)) return null
      const pieces: string[] = []
      let end = 0
      for (const statement of this.parse(code).body) {
        if (statement.type !== 'ImportDeclaration') continue
        const places = known.get(statement.source.value)
        if (!places) continue
        const lines = statement.specifiers.map((specifier) => {
          const place = specifier.type === 'ImportSpecifier' && places.get(textOf(specifier.imported))
          return place && `import { ${place.name} as ${specifier.local.name} } from ${JSON.stringify(place.file)}`
        })
        if (!lines.every(Boolean)) continue
        pieces.push(code.slice(end, statement.start), lines.join(';'))
        end = statement.end
      }
      return { code: pieces.join('') + code.slice(end), map: null }
    },
  }
}
