// Table of API calls without their schemas. The browser build replaces this file by its computed value, because schemas
// would import zod, a third of the login page's size.

import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'
import { acceptsIdempotencyKey, type Endpoint } from './shared/endpoint.ts'

export interface CallDefinition
  extends Pick<Endpoint, 'path' | 'bodyType' | 'may' | 'polled' | 'shows' | 'changes' | 'maxWaitMs' | 'booked'> {
  /** HTTP method; GET if absent. */
  method?: Endpoint['method']
  /** True if the call accepts an `Idempotency-Key`. */
  keyed?: true
  /** True if the call succeeds with status 204 and no body. */
  empty?: true
  /** True if the call returns one page of a list. */
  paged?: true
}

function rowOf(name: EndpointName): CallDefinition {
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
    ...(acceptsIdempotencyKey(row) && { keyed: true as const }),
    ...(row.answer === null && { empty: true as const }),
    ...(row.query && 'size_page' in row.query.shape && { paged: true as const }),
  }
  return { path, may, ...given }
}

// The cast is needed because Object.fromEntries types every key as string.
export const callDefinitions = Object.fromEntries(endpointNames.map((name) => [name, rowOf(name)])) as Record<
  EndpointName,
  CallDefinition
>
