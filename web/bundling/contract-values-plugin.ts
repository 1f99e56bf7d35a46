// Replaces tables that the contract computes from its schemas by their values: the schemas would bring zod to the login
// and all areas to every screen.
import type { Plugin } from 'vite'
import * as callRows from '../../contract/call-rows.ts'
import * as documents from '../../contract/documents.ts'
import * as historyWords from '../../contract/history-words.ts'

const tables: Readonly<Record<string, object>> = { 'call-rows': callRows, documents, 'history-words': historyWords }
const file = /[\\/]contract[\\/]([\w-]+)\.ts$/

export function contractValues(): Plugin {
  return {
    name: 'contract-values',
    apply: 'build',
    load(id) {
      const values = Object.entries(tables[file.exec(id)?.[1] ?? ''] ?? {})
      const lines = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return lines.length > 0 ? lines.join('\n') : null
    },
  }
}
