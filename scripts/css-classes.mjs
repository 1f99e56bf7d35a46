// @ts-check
// A class that its CSS module has no longer is `undefined` and no error: what it gave a form loses it in silence.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSource } from './parse-source.mjs'
import { root } from './run-command.mjs'

/** @param {string} css */
const classesIn = (css) => {
  const bare = css.replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, '')
  return new Set([...bare.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name))
}

/**
 * What a file's text says of the classes of CSS modules that they have not.
 * @param {string} source
 * @param {(path: string) => string} read a CSS module, by the path that it is imported by
 * @returns {string[]}
 */
export function missingClasses(source, read) {
  const imports = [...source.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  return imports.flatMap(([, name, path = '']) => {
    const known = classesIn(read(path))
    const used = [...source.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, used]) => used)
    return [...new Set(used)].filter((each) => !known.has(each)).map((each) => `${path} has no .${each}`)
  })
}

/** @param {string} file from the repository's root */
export const classRefusals = (file) =>
  missingClasses(parseSource(file).source, (path) =>
    readFileSync(join(root, posix.join(posix.dirname(file), path)), 'utf8'),
  ).map((refusal) => `${file}: ${refusal}`)
