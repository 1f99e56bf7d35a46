// @ts-check
// Who may import whom (CONTRIBUTING.md). Each fence answers why an import is refused, or null.

/**
 * @typedef {object} Import
 * @property {string} from a file, from the repository's root
 * @property {string} to a file, or a package's name
 * @property {boolean} own whether `to` is a file of this repository
 */

const infrastructure = new Set([
  'dispatch',
  'file-import',
  'http',
  'db',
  'jobs',
  'live',
  'messengers',
  'storage',
  'testing',
])
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file) || /^(server\/testing|e2e)\//.test(file)
const isConfig = (/** @type {string} */ file) => /\.config\.ts$/.test(file)
const top = (/** @type {string} */ file) => file.split('/')[0] ?? ''

/**
 * The folder in server/ that is an area of the business.
 * @param {string} file
 */
function areaOf(file) {
  const [side, folder, ...rest] = file.split('/')
  return side === 'server' && folder && rest.length > 0 && !infrastructure.has(folder) ? folder : null
}

/**
 * The folder in web/screens/.
 * @param {string} file
 */
const screenOf = (file) => /^web\/screens\/([^/]+)\//.exec(file)?.[1] ?? null

/** What the contract says of values that any application has. */
const plainValues = new Set(['dates', 'money', 'names', 'numbers', 'typed'].map((name) => `contract/${name}.ts`))

/** What would make a piece of web/kit one of a gym; comments count too. */
const gymWords =
  /\b(factura|venta|cliente|membresía|proveedor|gimnasio|compra|anulad[ao]|gym|client|membership|bill|invoice|supplier|purchase|attendance|turnstile)e?s?\b/i

/** @param {string} file */
const folderOfServer = (file) => /^server\/([^/]+)\//.exec(file)?.[1] ?? null

/** What the server's infrastructure may import of its other folders. Areas stand above it, and reach each other by queries. */
const below = new Map([
  ['db', /^$/],
  ['live', /^server\/db\//],
  ['storage', /^server\/db\//],
  ['messengers', /^server\/db\//],
  ['http', /^server\/(db|live)\//],
  ['file-import', /^server\/((db|http)\/|session\/queries\.ts)/],
  ['dispatch', /^server\/((db|live|http)\/|session\/queries\.ts)/],
  ['jobs', /^server\/((db|storage)\/|[^/]+\/queries\.ts)/],
])

/** Which of our folders each may import besides itself; what is not named here may import all. */
const reach = new Map([
  ['contract', []],
  ['web', ['contract']],
  ['server', ['contract']],
  ['terminal-simulator', ['contract']],
])

/** @type {((link: Import) => string | null)[]} */
const fences = [
  function sides({ from, to, own }) {
    const allowed = reach.get(top(from))
    if (!own || !allowed || top(from) === top(to) || allowed.includes(top(to))) return null
    // A server's test talks to a terminal, and the terminal's test to a server.
    const testTalks = isTest(from) && top(from) !== 'web' && ['server', 'terminal-simulator'].includes(top(to))
    return testTalks ? null : `${top(from)} imports only ${['itself', ...allowed].join(' and ')}`
  },
  function contractIsPure({ from, to, own }) {
    if (own || top(from) !== 'contract' || isTest(from) || to === 'zod') return null
    return 'contract imports zod only'
  },
  function areas({ from, to, own }) {
    const [area, other] = [areaOf(from), own ? areaOf(to) : null]
    if (!area || !other || area === other || to === `server/${other}/queries.ts`) return null
    return `the area ${area} reaches ${other} only through its queries.ts`
  },
  function infrastructureOfServer({ from, to, own }) {
    const [allowed, folder] = [below.get(folderOfServer(from) ?? ''), own ? folderOfServer(to) : null]
    if (!allowed || !folder || isTest(from) || folder === folderOfServer(from) || allowed.test(to)) return null
    return `server/${folderOfServer(from)} stands below server/${folder}`
  },
  function kit({ from, to, own }) {
    if (!own || !from.startsWith('web/kit/') || isTest(from)) return null
    if (to.startsWith('web/kit/') || plainValues.has(to)) return null
    return 'web/kit imports itself, and of the contract what days, money, names and numbers are'
  },
  function api({ from, to, own }) {
    if (!own || !from.startsWith('web/api/') || !to.startsWith('web/') || to.startsWith('web/api/')) return null
    // Whether a session that ends leaves something unsaved, only what shows it knows.
    const allowed = ['web/kit/unsaved.ts', 'web/kit/store.ts']
    return allowed.includes(to) ? null : `web/api draws nothing: of web it imports itself and ${allowed.join(' and ')}`
  },
  function screens({ from, to, own }) {
    const [screen, other] = [screenOf(from), own ? screenOf(to) : null]
    if (!other || screen === other) return null
    if (screen) return `what ${screen} shares with ${other} stands in web/features`
    return from.startsWith('web/features/') ? 'web/features knows no screen' : null
  },
  function main({ to, own }) {
    return own && to === 'server/main.ts' ? 'nothing imports main' : null
  },
]

/** @param {Import} link */
export function refusalOf(link) {
  if (isConfig(link.from)) return null
  for (const fence of fences) {
    const reason = fence(link)
    if (reason) return `${link.from} → ${link.to}: ${reason}`
  }
  return null
}

/** It leads to every page, and every page may read it. */
const tableOfScreens = 'web/navigation/screens.ts'

/**
 * Whether a file stands on what it names, as circles are looked for. What the table of screens fetches when an address is
 * opened, it leads to: it is there before, and without.
 * @param {Import & { fetched: boolean }} link
 */
export const isFoundation = ({ from, own, fetched }) => own && !(fetched && from === tableOfScreens)

/**
 * The files of each circle, each circle once.
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
export function circlesIn(graph) {
  /** @type {string[][]} */
  const circles = []
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map()
  const visit = (/** @type {string} */ file, /** @type {string[]} */ path) => {
    if (seen.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file])
    if (seen.has(file)) return
    seen.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    seen.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}

/**
 * Why the text of a file is refused, or null.
 * @param {string} file
 * @param {string} text
 */
export function wordRefusal(file, text) {
  if (!file.startsWith('web/kit/') || isTest(file)) return null
  const word = gymWords.exec(text)?.[0]
  return word ? `${file}: web/kit knows no word of a gym, and says '${word}'` : null
}

/**
 * The folder as which a file counts where circles between folders are looked for: an area, a screen, a feature, or what
 * else stands right below server/ or web/. The files of the two themselves begin and assemble all; each stands for itself.
 * Tests count nowhere.
 * @param {string} file
 */
export function folderOf(file) {
  if (!['server', 'web'].includes(top(file)) || isTest(file)) return null
  const [side, folder, part, ...rest] = file.split('/')
  if (!part) return file
  return side === 'web' && ['screens', 'features'].includes(folder ?? '') && rest.length > 0
    ? `${side}/${folder}/${part}`
    : `${side}/${folder}`
}

/**
 * The graph of folders, of the graph of their files.
 * @param {Map<string, string[]>} graph
 * @returns {Map<string, string[]>}
 */
export function folderGraph(graph) {
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const [file, imported] of graph) {
    const from = folderOf(file)
    if (!from) continue
    const others = imported.flatMap((each) => folderOf(each) ?? []).filter((each) => each !== from)
    folders.set(from, [...new Set([...(folders.get(from) ?? []), ...others])])
  }
  return folders
}
