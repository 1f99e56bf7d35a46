// @ts-check
// Who may import whom (CONTRIBUTING.md). Each fence answers why an import is refused, or null.

/**
 * @typedef {object} Import
 * @property {string} from a file, from the repository's root
 * @property {string} to a file, or a package's name
 * @property {boolean} own whether `to` is a file of this repository
 */

const infrastructure = new Set(['http', 'db', 'jobs', 'live', 'messengers', 'testing'])
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
  function kit({ from, to }) {
    if (!from.startsWith('web/kit/') || !/^web\/(screens|api)\//.test(to)) return null
    return 'web/kit knows no screen and no call'
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
