// Checks the real help pages: pictures and links exist, and searches find each page.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findScreenByAddress } from '../navigation/screens.ts'
import { listPaletteEntries } from '../shell/palette/palette-entries.ts'
import { makeHelpIndexEntry, parseHelpPage, readHelpSources } from './help-pages-plugin.ts'

const folder = new URL('../../docs/ayuda/', import.meta.url)
const sources = readHelpSources()
const entries = sources.map(makeHelpIndexEntry)
const found = (text: string) =>
  listPaletteEntries('gym_worker', text, [], '', entries)
    .filter(({ title }) => title === 'Ayuda')
    .flatMap(({ entries }) => entries.map(({ id }) => id))

test('help: has a page for each of an owner’s first questions, in the right order', () => {
  expect(sources.map(({ slug }) => slug)).toEqual([
    'primera-manana',
    'terminal',
    'importar',
    'pausas-y-visitas',
    'caja',
    'deudas',
    'comprobantes-fiscales',
    'comprobantes-electronicos',
    'deshacer',
    'mensajes',
    'sesiones',
    'sin-linea',
    'copias',
    'actualizar',
    'varios-gimnasios',
  ])
})

test('help: pictures and link targets exist, and no picture is unused', () => {
  const pages = sources.map(parseHelpPage)
  const pictures = pages.flatMap((page) => page.pictures)
  for (const file of pictures) expect(existsSync(new URL(file, folder)), file).toBe(true)
  const lying = readdirSync(folder).filter((name) => !name.endsWith('.md'))
  expect(lying.sort()).toEqual(pictures.sort())
  const bytes = lying.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(bytes).toBeLessThan(600_000)
  for (const link of pages.flatMap((page) => page.links)) {
    if (link.endsWith('.md')) expect(existsSync(new URL(link, folder)), link).toBe(true)
    else expect(findScreenByAddress(link.split('?')[0] ?? ''), link).not.toBeNull()
  }
})

test('help: search finds each page by its title and its text, with or without accents', () => {
  for (const { slug, title } of entries) expect(found(title)[0], title).toBe(`help-${slug}`)
  const words: Record<string, string> = {
    'primera-manana': 'primer cliente logo',
    terminal: 'cortafuegos gateway',
    importar: 'Excel títulos columnas',
    'pausas-y-visitas': 'comprobantes motivo',
    caja: 'piezas monedas cuadra',
    deudas: 'deja a deber lo mas antiguo',
    deshacer: 'recargues pestana aviso',
    mensajes: 'contrasena de aplicacion gmail',
    'sin-linea': 'se fue la luz UPS',
    copias: 'restauracion otro disco',
    actualizar: 'version nueva git',
    'varios-gimnasios': 'master gimnasios eliminados',
  }
  for (const [slug, text] of Object.entries(words)) expect(found(text), text).toContain(`help-${slug}`)
  // Short queries that users type, with the page each of them must find.
  const short: Record<string, string> = {
    imp: 'importar',
    exc: 'importar',
    csv: 'importar',
    qr: 'primera-manana',
    wha: 'mensajes',
    arq: 'caja',
    fia: 'deudas',
    ctrl: 'deshacer',
  }
  for (const [text, slug] of Object.entries(short)) expect(found(text)[0], text).toBe(`help-${slug}`)
  expect(found('q')).toEqual([])
  expect(found('xilófono')).toEqual([])
  expect(found('de la')).toEqual([])
  // The first letters of a client's name must not find a help page, which Enter would open instead of the client.
  expect(found('tor')).toEqual([])
  const behind = listPaletteEntries('gym_worker', 'puerta', [], '', entries).at(-1)
  expect(behind).toMatchObject({ title: 'Ayuda', entries: [{ onlyMarked: true }, { onlyMarked: true }] })
})

test('help: unsupported markup, such as HTML, fails the build', () => {
  for (const text of ['<script>alert(1)</script>', 'Hola <b>tú</b>', '~~no~~'])
    expect(() => parseHelpPage({ slug: 'prueba', text: `# Prueba\n\n${text}` }), text).toThrow(
      /not supported in help pages/,
    )
  expect(() => parseHelpPage({ slug: 'prueba', text: 'Sin título' })).toThrow(/begins with no title/)
  expect(parseHelpPage({ slug: 'prueba', text: '# Prueba\n\n`<b>` y **a & b**' }).html).toBe(
    '<p><code>&lt;b&gt;</code> y <strong>a &amp; b</strong></p>\n',
  )
})
