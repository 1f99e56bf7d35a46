/** Written by endpoint-rows-plugin.ts. */
declare module 'virtual:endpoint-rows' {
  type Row = Pick<import('@torniquete/contract/endpoint.ts').Endpoint, 'method' | 'path' | 'bodyType' | 'polled'> & {
    /** Takes an `Idempotency-Key`. */
    keyed: boolean
    /** A success is 204, without a body. */
    empty: boolean
  }
  export const rows: Record<import('@torniquete/contract/endpoints.ts').EndpointName, Row>
}
