// The table of calls without schemas. The browser's build replaces this file by its value, because the schemas bring
// zod, a third of the login page's weight.

import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'
import { type Endpoint, takesIdempotencyKey } from './shared/endpoint.ts'

export interface CallRow
  extends Pick<Endpoint, 'path' | 'bodyType' | 'may' | 'polled' | 'shows' | 'changes' | 'maxWaitMs' | 'booked'> {
  /** GET by default. */
  method?: Endpoint['method']
  /** Accepts an `Idempotency-Key`. */
  keyed?: true
  /** Succeeds with 204. */
  empty?: true
  /** Answers one page of a list. */
  paged?: true
}

function rowOf(name: EndpointName): CallRow {
  const row: Endpoint = endpoints[name]
  const { method, path, bodyType, may, polled, shows, changes, maxWaitMs, booked } = row
  const given = {
    ...(method !== 'GET' && { method }),
    ...(bodyType && { bodyType }),
    ...(polled && { polled }),
    ...(shows && { shows }),
    ...(changes && { changes }),
    ...(maxWaitMs && { maxWaitMs }),
    ...(booked && { booked }),
    ...(takesIdempotencyKey(row) && { keyed: true as const }),
    ...(row.answer === null && { empty: true as const }),
    ...(row.query && 'size_page' in row.query.shape && { paged: true as const }),
  }
  return { path, may, ...given }
}

// Object.fromEntries loses the names.
export const callRows = Object.fromEntries(endpointNames.map((name) => [name, rowOf(name)])) as Record<
  EndpointName,
  CallRow
>
