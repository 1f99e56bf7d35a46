// Gives the browser what it needs of the table of calls (method, path, how the body travels) without the schemas:
// they would bring zod, a third of the login page's weight, to a page that validates nothing with it.
import type { Plugin } from 'vite'
import { type Endpoint, takesKey } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'

const virtualName = 'virtual:endpoint-rows'

export function endpointRows(): Plugin {
  return {
    name: 'endpoint-rows',
    resolveId: (name) => (name === virtualName ? `\0${virtualName}` : null),
    load: (name) => {
      if (name !== `\0${virtualName}`) return null
      const table: Record<string, Endpoint> = endpoints
      const rows = Object.entries(table).map(([call, row]) => {
        const { method, path, bodyType, polled, waits } = row
        return [call, { method, path, bodyType, polled, waits, keyed: takesKey(row), empty: row.answer === null }]
      })
      return `export const rows = ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}
