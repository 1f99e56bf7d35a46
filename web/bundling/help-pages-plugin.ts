// Compiles docs/ayuda to data at build time: no Markdown parser in the browser, and only the blocks of
// features/help/blocks.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { foldName } from '../../contract/shared/names.ts'
import type { Block, HelpEntry, Inline } from '../features/help/blocks.ts'
import { webFile } from './web-file.ts'

const folder = new URL('../../docs/ayuda/', import.meta.url)
const index = 'virtual:help'
const prefix = `${index}/`
const ending = /\.md$/

export interface HelpSource {
  slug: string
  text: string
}

/** Order of the pages, with synonyms for the search. */
const called: Record<string, string> = {
  'primera-manana': 'empezar instalar primeros pasos qr dirección',
  terminal: 'dispositivo zkteco huella rostro adms cortafuegos',
  importar: 'importar excel csv archivo fotos duplicados deshacer',
  'pausas-y-visitas': 'congelar vacaciones pausar bono pases sesiones plan límite',
  caja: 'turno arqueo corte cierre apertura fondo efectivo tarjeta cambio cuadrar formas de pago',
  deudas: 'fiado crédito pendiente cobrar debe límite',
  deshacer: 'anular revertir error equivocado ctrl z',
  mensajes: 'correo whatsapp smtp gmail meta avisos plantillas',
  sesiones: 'contraseña cerrar sesión totp dos pasos código recuperación teléfono perfil',
  'sin-linea': 'internet luz red caída',
  copias: 'respaldo backup restaurar',
  actualizar: 'versión instalar',
  'varios-gimnasios': 'master sucursal',
}
const order = Object.keys(called)

export function readHelp(): HelpSource[] {
  const slugs = readdirSync(folder)
    .filter((name) => ending.test(name))
    .map((name) => name.replace(ending, ''))
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return slugs
    .sort((one, other) => place(one) - place(other))
    .map((slug) => ({ slug, text: readFileSync(new URL(`${slug}.md`, folder), 'utf8') }))
}

export interface HelpPage {
  title: string
  blocks: Block[]
  /** Picture files beside the page. */
  pictures: string[]
  /** Link targets: `terminal.md`, `/settings?tab=gym`. */
  links: string[]
}

type Found = Pick<HelpPage, 'pictures' | 'links'>

const refuse = ({ raw, type }: Token): never => {
  throw new Error(`«${raw.slice(0, 60)}» (${type}) is nothing that a page of help has`)
}

function inlineOf(token: Token, found: Found): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return token.text
    case 'strong':
      return { b: inlinesOf(token.tokens, found) }
    case 'em':
      return { i: inlinesOf(token.tokens, found) }
    case 'codespan':
      return { code: token.text }
    case 'link':
      found.links.push(token.href)
      return { to: token.href, text: inlinesOf(token.tokens, found) }
    default:
      return refuse(token)
  }
}

const inlinesOf = (tokens: Token[] = [], found: Found): Inline[] => tokens.map((token) => inlineOf(token, found))

function paragraphOf(token: Token, tokens: Token[] = [], found: Found): Block {
  const [only, ...others] = tokens
  if (only?.type !== 'image') return { kind: 'text', text: inlinesOf(tokens, found) }
  if (others.length > 0) return refuse(token)
  found.pictures.push(only.href)
  return { kind: 'picture', src: only.href, alt: only.text }
}

function blockOf(token: Token, found: Found): Block[] {
  const cellsOf = (cells: Tokens.TableCell[]) => cells.map(({ tokens }) => inlinesOf(tokens, found))
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ kind: 'heading', text: inlinesOf(token.tokens, found) }]
    case 'paragraph':
    case 'text':
      return [paragraphOf(token, token.tokens, found)]
    case 'list': {
      const items = token.items.map((item: Tokens.ListItem) => item.tokens.flatMap((each) => blockOf(each, found)))
      return [{ kind: 'list', ordered: token.ordered, items }]
    }
    case 'code':
      return [{ kind: 'code', text: token.text }]
    case 'table':
      return [{ kind: 'table', head: cellsOf(token.header), rows: token.rows.map(cellsOf) }]
    default:
      return refuse(token)
  }
}

export function parseHelp({ slug, text }: HelpSource): HelpPage {
  const found: Found = { pictures: [], links: [] }
  const [first, ...rest] = lexer(text)
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`docs/ayuda/${slug}.md begins with no title`)
  try {
    return { title: first.text, blocks: rest.flatMap((token) => blockOf(token, found)), ...found }
  } catch (error) {
    throw new Error(`docs/ayuda/${slug}.md: ${error instanceof Error ? error.message : error}`)
  }
}

/** Distinct search words, without the commonest. */
export function makeHelpEntry(source: HelpSource): HelpEntry {
  const words = foldName(source.text).match(/[a-z0-9]{3,}/g) ?? []
  const { slug } = source
  return { slug, title: parseHelp(source).title, also: called[slug] ?? '', words: [...new Set(words)].join(' ') }
}

function pageModule(slug: string): string {
  const source = readHelp().find((each) => each.slug === slug)
  if (!source) throw new Error(`there is no docs/ayuda/${slug}.md`)
  const { title, blocks, pictures } = parseHelp(source)
  const imports = pictures.map((file, at) => `import p${at} from ${JSON.stringify(webFile(`../docs/ayuda/${file}`))}`)
  const named = pictures.map((file, at) => `${JSON.stringify(file)}: p${at}`)
  return `${imports.join('\n')}\nexport const page = ${JSON.stringify({ title, blocks })}\nexport const pictures = { ${named.join(', ')} }\n`
}

function indexModule(): string {
  const sources = readHelp()
  const loads = sources.map(({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(prefix + slug)})`)
  return `export const entries = ${JSON.stringify(sources.map(makeHelpEntry))}\nexport const loads = { ${loads.join(', ')} }\n`
}

export const helpPages = (): Plugin => ({
  name: 'help-pages',
  resolveId: (id) => (id === index || id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${index}`)) return null
    for (const { slug } of readHelp()) this.addWatchFile(webFile(`../docs/ayuda/${slug}.md`))
    return id === `\0${index}` ? indexModule() : pageModule(id.slice(prefix.length + 1))
  },
})
