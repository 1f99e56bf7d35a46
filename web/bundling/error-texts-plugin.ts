// The browser says few refusals by itself, by a rule that it shares with the server; all others come with their sentence in the
// answer. So the build keeps of the table only those whose names stand somewhere in what it is built from.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { errors } from '../../contract/shared/errors.ts'

/** Either part of it too (contract-parts-plugin.ts). */
const errorsFile = /[\\/]contract[\\/]errors\.ts(\?\w+)?$/
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const table = /(?<=^export const errors = )\{.*?^\}(?= as const)/ms
/** What a call of the table may answer is said by the server. */
const answers = /\berrors: \[[^\]]*\]/g

function sources(): string[] {
  const under = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file))
  return [...under(here('..')), ...under(here('../../contract'))].filter((file) => !errorsFile.test(file))
}

/** The names that the browser may say, of all sources at once: which page needs which is not worth the trouble. */
export function namesSaid(texts: readonly string[]): (keyof typeof errors)[] {
  const said = texts.map((text) => text.replace(answers, '')).join('\n')
  const names = Object.keys(errors) as (keyof typeof errors)[] // Object.keys forgets the names
  return names.filter((name) => said.includes(`'${name}'`))
}

export function errorTexts(): Plugin {
  return {
    name: 'error-texts',
    apply: 'build',
    enforce: 'pre',
    load: (id) => {
      if (!errorsFile.test(id)) return null
      const kept = Object.fromEntries(
        namesSaid(sources().map((file) => readFileSync(file, 'utf8'))).map((name) => [name, errors[name]]),
      )
      const [file = id] = id.split('?')
      return readFileSync(file, 'utf8').replace(table, () => JSON.stringify(kept))
    },
  }
}
