// @ts-check
// TypeScript 7 has no interface for programs, and what still needs one cannot read TypeScript. Vite's parser can.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './run-command.mjs'

/** @param {string} file from the repository's root */
export function parseSource(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const result = parseSync(file, source)
  const error = result.errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  return { source, result }
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
