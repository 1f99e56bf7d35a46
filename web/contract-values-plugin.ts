// What is computed from the schemas of the contract, and is plain data, is computed by the build: the schemas themselves
// would bring zod, a third of the login page's weight, to a page that validates nothing with them.
import type { Plugin } from 'vite'
import * as callRows from '../contract/call-rows.ts'
import * as documents from '../contract/documents.ts'
import * as historyWords from '../contract/history-words.ts'

const computed: Readonly<Record<string, object>> = { 'call-rows': callRows, documents, 'history-words': historyWords }

const computedFile = /[\\/]contract[\\/]([\w-]+)\.ts$/
const valuesOf = (id: string): object | undefined => computed[computedFile.exec(id)?.[1] ?? '']

/** Whether the file has nothing left to be divided. */
export const isComputed = (id: string): boolean => valuesOf(id) !== undefined

export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    apply: 'build',
    load: (id) => {
      const values = valuesOf(id)
      if (!values) return null
      const written = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)] as const)
      const [strange] = written.find(([, text]) => text === undefined) ?? []
      if (strange) throw new Error(`${strange} in ${id} is no data`)
      return written.map(([name, text]) => `export const ${name} = ${text}`).join('\n')
    },
  }
}
