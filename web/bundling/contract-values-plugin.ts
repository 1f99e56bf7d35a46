// What is computed from the schemas of the contract, and is plain data, is computed by the build: the schemas themselves
// would bring zod, a third of the login page's weight, to a page that validates nothing with them.
import type { Plugin } from 'vite'
import * as callRows from '../../contract/call-rows.ts'
import * as documents from '../../contract/documents.ts'
import * as historyWords from '../../contract/history-words.ts'

const computed: Readonly<Record<string, object>> = { 'call-rows': callRows, documents, 'history-words': historyWords }

const computedFile = /[\\/]contract[\\/]([\w-]+)\.ts$/
const toValues = (id: string): object | undefined => computed[computedFile.exec(id)?.[1] ?? '']

/** True if the file has nothing left to be divided. */
export const isComputed = (id: string): boolean => toValues(id) !== undefined

const shortLists = /\[(?:"[\w-]+",?)+\]/g

/** As code; a list of words that stands there once more, as who may make a call, is written once. */
function codeOf(values: object): string {
  const lists = new Map<string, string>()
  const exported = Object.entries(values).map(([name, value]) => {
    const text: string | undefined = JSON.stringify(value)
    if (text === undefined) throw new Error(`${name} is no data`)
    const shared = text.replace(shortLists, (list) => {
      lists.set(list, lists.get(list) ?? `list${lists.size}`)
      return lists.get(list) ?? list
    })
    return `export const ${name} = ${shared}`
  })
  return [...[...lists].map(([list, name]) => `const ${name} = ${list}`), ...exported].join('\n')
}

export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    apply: 'build',
    load: (id) => {
      const values = toValues(id)
      return values ? codeOf(values) : null
    },
  }
}
