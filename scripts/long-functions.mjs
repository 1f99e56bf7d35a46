// @ts-check
import { parseSource } from './parse-source.mjs'

const LONGEST_FUNCTION = 60
const LONGEST_COMPONENT = 120

const functionKinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** What they enclose is a chapter of tests, not a function's work. */
const testChapters = new Set(['describe', 'suite', 'it', 'test'])

/** @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node */

/**
 * A complaint for each function above the limit, those within others too.
 * @param {string} file from the repository's root
 * @returns {string[]}
 */
export function longFunctionsIn(file) {
  const { source, result } = parseSource(file)
  const lineAt = lineCounter(source)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  /** @type {string[]} */
  const complaints = []
  walk(result.program, [], (node, ancestors) => {
    if (!functionKinds.has(node.type) || (isTest && isTestChapter(node, ancestors))) return
    const name = nameOf(node, ancestors)
    const limit = file.endsWith('.tsx') && /^[A-Z]/.test(name) ? LONGEST_COMPONENT : LONGEST_FUNCTION
    const first = lineAt(node.start)
    const lines = lineAt(node.end) - first + 1
    if (lines > limit) complaints.push(`${file}:${first}: ${name || 'a function'} has ${lines} lines, at most ${limit}`)
  })
  return complaints
}

/**
 * @param {unknown} value
 * @param {Node[]} ancestors the nearest last
 * @param {(node: Node, ancestors: Node[]) => void} visit
 */
function walk(value, ancestors, visit) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, ancestors, visit)
  } else if (isNode(value)) {
    visit(value, ancestors)
    for (const child of Object.values(value)) walk(child, [...ancestors, value], visit)
  }
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Its own name, or that of what it is assigned to, also through calls: `const Row = memo(() => …)`.
 * @param {Node} node
 * @param {Node[]} ancestors
 */
function nameOf(node, ancestors) {
  const own = identifier(node.id)
  if (own) return own
  const holder = ancestors.findLast(({ type }) => type !== 'CallExpression')
  return identifier(holder?.type === 'VariableDeclarator' ? holder.id : holder?.key)
}

/** @param {unknown} node */
function identifier(node) {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}

/**
 * The last argument of `describe(…)`, `test.skip(…)`, `test.each(…)(…)` and their kind.
 * @param {Node} node
 * @param {Node[]} ancestors
 */
function isTestChapter(node, ancestors) {
  const call = ancestors.at(-1)
  if (call?.type !== 'CallExpression' || call.callee === node) return false
  let callee = call.callee
  while (isNode(callee) && callee.type !== 'Identifier') callee = callee.callee ?? callee.object ?? callee.tag
  return testChapters.has(identifier(callee))
}

/**
 * @param {string} source
 * @returns {(offset: number) => number}
 */
function lineCounter(source) {
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, breaks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((breaks[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
