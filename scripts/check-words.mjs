// @ts-check
// Refuses comments and test titles that begin with a question word or a bare preposition, and exports whose name ends
// with Of, In or By (CONTRIBUTING.md, Style).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './list-files.mjs'
import { root, runCommand } from './run-command.mjs'

const folders = ['bench', 'contract', 'demo', 'dgii-stand-in', 'e2e', 'scripts', 'server', 'terminal-simulator', 'web']
const longestSubject = 72

const opening = String.raw`(?:What|Who|Whose|Whom|Whoever|Where|Whether|Of|By)\b`
/** Matches the first line of each comment. A line comment directly below another one continues that comment. */
const comment = new RegExp(String.raw`(?:/\*\*?\s+(?:\* )?|(?<!^[ \t]*//.*\n[ \t]*)// )${opening}.*`, 'gm')
const title = new RegExp(String.raw`^\s*(?:test|it|describe)\b.*\(\s*['"\x60]${opening}.*`, 'gim')
const exported = /^export (?:async )?(?:const|function\*?|class|type|interface) \w+[a-z](?:Of|In|By)\b.*/gm

/**
 * @param {string} file
 * @param {RegExp[]} patterns
 */
function findRefusals(file, patterns) {
  const text = readFileSync(join(root, file), 'utf8')
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)])
  return found.map((match) => `${file}:${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}`)
}

const { code, output } = await runCommand('git', ['log', '-1', '--no-merges', '--format=%s'])
const subject = code === 0 ? output.trim() : ''
/** @param {string[]} names */
const listCode = (names) => listFiles(names).filter((file) => /\.[mc]?[jt]sx?$/.test(file))
const refusals = [...listCode(folders).flatMap((file) => findRefusals(file, [comment, title, exported]))]
if (subject.length > longestSubject) refusals.push(`last commit: the subject has over ${longestSubject} characters`)
for (const refusal of refusals) console.error(refusal)
process.exit(refusals.length > 0 ? 1 : 0)
