// Libraries that offer hundreds of pieces from one file: each import is turned to the piece's own file. What a page needs
// can then be read off its imports (chunk-groups.ts). Our icons stand in one file for who reads it, and are a module each here.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { webFile } from './web-file.ts'

const libraries = ['@mantine/core', '@mantine/dates', '@mantine/form', '@mantine/hooks']

const icons = webFile('kit/icons.ts')
const iconsSource = /^\.{1,2}\/(?:.+\/)?icons\.ts$/
const iconModule = /[\\/]kit[\\/]icons\.ts\?(\w+)$/

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

/** The lines of the file that make one icon: what draws, and its own. */
function linesOf(icon: string): string {
  const lines = readFileSync(icons, 'utf8').split('\n')
  return lines.filter((line) => line.startsWith('import ') || line.startsWith(`export const ${icon} `)).join('\n')
}

export function directImports(): Plugin {
  const known = new Map<string, Map<string, Place>>()
  const mentioned = new RegExp(`from\\s*["'](${libraries.join('|')}|[./\\w-]+/icons\\.ts)["']`)
  const placeOf = (source: string, name: string): Place | undefined =>
    iconsSource.test(source) ? { file: `${icons}?${name}`, name } : known.get(source)?.get(name)
  return {
    name: 'direct-imports',
    apply: 'build',
    async buildStart() {
      for (const library of libraries) {
        const index = await this.resolve(library, join(import.meta.dirname, '../main.tsx'))
        if (index) known.set(library, readPlaces(this.parse, index.id))
      }
    },
    resolveId: (name) => (iconModule.test(name) ? name : null),
    load(id) {
      const icon = iconModule.exec(id)?.[1]
      return icon ? linesOf(icon) : null
    },
    transform(code) {
      if (!mentioned.test(code)) return null
      const pieces: string[] = []
      let end = 0
      for (const statement of this.parse(code).body) {
        if (statement.type !== 'ImportDeclaration') continue
        const { value: source } = statement.source
        const lines = statement.specifiers.map((specifier) => {
          const place = specifier.type === 'ImportSpecifier' && placeOf(source, textOf(specifier.imported))
          return place && `import { ${place.name} as ${specifier.local.name} } from ${JSON.stringify(place.file)}`
        })
        if (lines.length === 0 || !lines.every(Boolean)) continue
        pieces.push(code.slice(end, statement.start), lines.join(';'))
        end = statement.end
      }
      return { code: pieces.join('') + code.slice(end), map: null }
    },
  }
}
