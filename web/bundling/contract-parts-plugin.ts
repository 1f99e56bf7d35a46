// A page that uses a word or a rule of the contract gets that, not the schemas beside it in the file: they would bring zod,
// an eighth of what a page weighs, to pages that validate nothing. So the build makes two modules of each file: one of what
// is made with something imported when the file is loaded (schemas, rows of the table) with all that mentions it, and one
// of the rest. The file itself passes on the names of both. The rest imports nothing of what is made: of two that need each
// other the one that is made might be run before what it is made of.
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { isComputed } from './contract-values-plugin.ts'

const contractFile = /[\\/]contract[\\/](?:\w+[\\/])?[^\\/]+\.ts(\?made|\?plain)?$/
const partFile = /\?(made|plain)$/

type Parse = Rolldown.PluginContext['parse']
type Statement = ReturnType<Parse>['body'][number]
type Import = Extract<Statement, { type: 'ImportDeclaration' }>

interface Declared {
  /** Without `export`. */
  text: string
  names: readonly string[]
  mentions: ReadonlySet<string>
  made: boolean
}

/** True if something is called when the piece is evaluated: what a function in it calls, it calls later. */
function calls(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const type = 'type' in node ? String(node.type) : ''
  if (type.endsWith('FunctionExpression')) return false
  return type === 'CallExpression' || type === 'NewExpression' || Object.values(node).some(calls)
}

/** Where a name is a field's, which says nothing of what is declared under it: `line.quantity`, `{ quantity: 1 }`. */
const fieldOf: Record<string, string> = { MemberExpression: 'property', Property: 'key' }

/** The names in a piece of a syntax tree, without those of fields. */
function namesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const type = 'type' in node ? String(node.type) : ''
  if (type === 'Identifier' && 'name' in node) found.add(String(node.name))
  const named = 'computed' in node && !node.computed ? fieldOf[type] : undefined
  for (const [part, inner] of Object.entries(node)) if (part !== named) namesIn(inner, found)
  return found
}

/** Values that a bundler sees through by itself. Of a call it cannot know that it does nothing else. */
const plainValues: readonly string[] = ['Literal', 'ArrowFunctionExpression', 'FunctionExpression', 'Identifier']

/** Each value that is no plain one becomes one call that is called pure: left out where nothing uses it. */
function declaredBy(statement: Statement, code: string, imported: ReadonlySet<string>): Declared | null {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  const mentions = namesIn(declaration)
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    return {
      text: code.slice(declaration.start, declaration.end),
      names: declaration.id ? [declaration.id.name] : [],
      mentions,
      made: false,
    }
  if (declaration?.type !== 'VariableDeclaration') return null
  let [text, end, made] = ['', declaration.start, false]
  for (const { init } of declaration.declarations) {
    if (!init || plainValues.includes(init.type)) continue
    const value = code.slice(init.start, init.end)
    text += `${code.slice(end, init.start)}/* @__PURE__ */ (() => (${value}))()`
    end = init.end
    made ||= calls(init) && [...namesIn(init)].some((name) => imported.has(name))
  }
  const names = declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return { text: text + code.slice(end, declaration.end), names, mentions, made }
}

/** What mentions something made is made with it. */
function spread(declared: readonly Declared[]): void {
  const made = new Set(['z'])
  let known = 0
  while (known !== made.size) {
    known = made.size
    for (const each of declared) {
      each.made ||= [...each.mentions].some((name) => made.has(name))
      if (each.made) for (const name of each.names) made.add(name)
    }
  }
}

const namesOf = (declared: readonly Declared[]) => declared.flatMap(({ names }) => names).join(', ')
const written = (declared: readonly Declared[]) => declared.map(({ text }) => `export ${text}`).join('\n')

/** What the part mentions of it: a page that uses one word of a file does not reach all that the file's schemas rest on. */
function importedBy(part: readonly Declared[], { specifiers, source }: Import, code: string): string {
  const used = specifiers.filter(({ local }) => part.some(({ mentions }) => mentions.has(local.name)))
  const names = used.map(({ start, end }) => code.slice(start, end)).join(', ')
  return names && `import { ${names} } from ${source.raw}`
}

/** The file, which passes on both parts, or one of the two. */
export function makeModule(file: string, code: string, parse: Parse, part: string | undefined): string {
  const body = parse(code).body
  const imports = body.filter((statement) => statement.type === 'ImportDeclaration')
  const imported = namesIn(imports)
  const declared = body.flatMap((statement) => declaredBy(statement, code, imported) ?? [])
  spread(declared)
  const [made, plain] = [declared.filter((each) => each.made), declared.filter((each) => !each.made)]
  const passed = (link: 'import' | 'export', names: readonly Declared[], from: string) =>
    `${link} { ${namesOf(names)} } from ${JSON.stringify(`${file}?${from}`)}`
  const headOf = (one: readonly Declared[]) => imports.map((each) => importedBy(one, each, code)).join('\n')
  if (part === 'made') return `${headOf(made)}\n${passed('import', plain, 'plain')}\n${written(made)}`
  if (part === 'plain') return `${headOf(plain)}\n${written(plain)}`
  return `${passed('export', plain, 'plain')}\n${passed('export', made, 'made')}`
}

export function contractParts(): Plugin {
  return {
    name: 'contract-parts',
    apply: 'build',
    resolveId: (name) => (partFile.test(name) ? name : null),
    load: (id) => (partFile.test(id) ? readFileSync(id.replace(partFile, ''), 'utf8') : null),
    transform(code, id) {
      if (!contractFile.test(id) || isComputed(id)) return null
      const [file = id, part] = id.split('?')
      return { code: makeModule(file, code, this.parse, part), map: null, moduleSideEffects: false }
    },
  }
}
