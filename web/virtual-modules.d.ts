/** Written by endpoint-rows-plugin.ts. */
declare module 'virtual:endpoint-rows' {
  type Shared = 'method' | 'path' | 'bodyType' | 'polled' | 'waits'
  type Row = Pick<import('@torniquete/contract/endpoint.ts').Endpoint, Shared> & {
    /** Takes an `Idempotency-Key`. */
    keyed: boolean
    /** A success is 204, without a body. */
    empty: boolean
  }
  export const rows: Record<import('@torniquete/contract/endpoints.ts').EndpointName, Row>
}
