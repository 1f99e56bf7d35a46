// @ts-check
// TypeScript 7 has no interface for programs, and what still needs one cannot read TypeScript. Vite's parser can.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './run-command.mjs'

/** @typedef {{ source: string, result: ReturnType<typeof parseSync> }} Parsed */

/** The last one: who looks at a file looks at it several times in turn. @type {{ file: string, parsed: Parsed } | null} */
let last = null

/**
 * @param {string} file from the repository's root
 * @returns {Parsed}
 */
export function parseSource(file) {
  if (last?.file === file) return last.parsed
  const source = readFileSync(join(root, file), 'utf8')
  const result = parseSync(file, source)
  const error = result.errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  last = { file, parsed: { source, result } }
  return last.parsed
}

/**
 * Every module that a file names, types included; `fetched` are those of them that it names in an `import()` alone.
 * @param {string} file
 * @returns {{ name: string, fetched: boolean }[]}
 */
export function importsOf(file) {
  const { source, result } = parseSource(file)
  const { staticImports, staticExports, dynamicImports } = result.module
  const reexported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const dynamic = dynamicImports.flatMap(({ moduleRequest }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    return /^['"`][^'"`$]*['"`]$/.test(text) ? text.slice(1, -1) : []
  })
  const needed = new Set([...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported])
  return [...new Set([...needed, ...dynamic])].map((name) => ({ name, fetched: !needed.has(name) }))
}
