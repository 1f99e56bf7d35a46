// Compiles docs/ayuda to HTML at build time: the browser needs no Markdown parser.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HelpEntry } from 'virtual:help'
import { marked } from 'marked'
import { normalizePath, type Plugin } from 'vite'
import { foldCaseAndAccents } from '../../contract/shared/text-matching.ts'

/** Converts a path below web/ to the bundler's form: absolute, decoded, with / on Windows too. */
export const resolveWebFile = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))

const folder = new URL('../../docs/ayuda/', import.meta.url)
const index = 'virtual:help'
const prefix = `${index}/`
const ending = /\.md$/

interface HelpSource {
  slug: string
  text: string
}

const called: Record<string, string> = {
  'primera-manana': 'empezar instalar primeros pasos qr dirección',
  terminal: 'dispositivo zkteco huella rostro adms cortafuegos',
  importar: 'importar excel csv archivo fotos duplicados deshacer',
  'pausas-y-visitas': 'congelar vacaciones pausar bono pases sesiones plan límite',
  caja: 'turno arqueo corte cierre apertura fondo efectivo tarjeta cambio cuadrar formas de pago',
  deudas: 'fiado crédito pendiente cobrar debe límite',
  'comprobantes-fiscales': 'dgii ncf rnc itbis factura crédito fiscal consumo nota 606 607 608 rango',
  'comprobantes-electronicos': 'e-cf ecf dgii certificado p12 qr rechazado contingencia xml factura electrónica',
  deshacer: 'anular revertir error equivocado ctrl z',
  mensajes: 'correo whatsapp smtp gmail meta avisos plantillas',
  sesiones: 'contraseña cerrar sesión totp dos pasos código recuperación teléfono perfil',
  'sin-linea': 'internet luz red caída',
  copias: 'respaldo backup restaurar',
  actualizar: 'versión instalar',
  'varios-gimnasios': 'master sucursal',
}
const order = Object.keys(called)

export function readHelpSources(): HelpSource[] {
  const slugs = readdirSync(folder)
    .filter((name) => ending.test(name))
    .map((name) => name.replace(ending, ''))
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return slugs
    .sort((one, other) => place(one) - place(other))
    .map((slug) => ({ slug, text: readFileSync(new URL(`${slug}.md`, folder), 'utf8') }))
}

const supported = new Set(
  'blockquote code codespan em escape heading image link list list_item paragraph space strong table text'.split(' '),
)

export function parseHelpPage({ slug, text }: HelpSource) {
  const [title, ...blocks] = marked.lexer(text)
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`docs/ayuda/${slug}.md begins with no title`)
  const pictures: string[] = []
  const links: string[] = []
  marked.walkTokens(blocks, (token) => {
    const { type, raw } = token
    if (!supported.has(type))
      throw new Error(`docs/ayuda/${slug}.md: «${raw}» (${type}) is not supported in help pages`)
    if (token.type === 'image') pictures.push(token.href)
    if (token.type === 'link') links.push(token.href)
  })
  return { title: title.text, html: marked.parser(blocks), pictures, links }
}

export function makeHelpIndexEntry(source: HelpSource): HelpEntry {
  const words = foldCaseAndAccents(source.text).match(/[a-z0-9]{3,}/g) ?? []
  const { slug } = source
  return { slug, title: parseHelpPage(source).title, also: called[slug] ?? '', words: [...new Set(words)].join(' ') }
}

function pageModule(slug: string): string {
  const source = readHelpSources().find((each) => each.slug === slug)
  if (!source) throw new Error(`there is no docs/ayuda/${slug}.md`)
  const { title, html, pictures } = parseHelpPage(source)
  const imports = pictures.map(
    (file, at) => `import p${at} from ${JSON.stringify(resolveWebFile(`../docs/ayuda/${file}`))}`,
  )
  const replaced = pictures.map(
    (file, at) => `.replace(${JSON.stringify(`src="${file}"`)}, \`loading="lazy" src="\${p${at}}"\`)`,
  )
  return `${imports.join('\n')}\nexport const page = { title: ${JSON.stringify(title)}, html: ${JSON.stringify(html)}${replaced.join('')} }\n`
}

function indexModule(): string {
  const sources = readHelpSources()
  const loads = sources.map(({ slug }) => `${JSON.stringify(slug)}: () => import(${JSON.stringify(prefix + slug)})`)
  return `export const entries = ${JSON.stringify(sources.map(makeHelpIndexEntry))}\nexport const loads = { ${loads.join(', ')} }\n`
}

export const helpPagesPlugin = (): Plugin => ({
  name: 'help-pages',
  resolveId: (id) => (id === index || id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${index}`)) return null
    for (const { slug } of readHelpSources()) this.addWatchFile(resolveWebFile(`../docs/ayuda/${slug}.md`))
    return id === `\0${index}` ? indexModule() : pageModule(id.slice(prefix.length + 1))
  },
})
