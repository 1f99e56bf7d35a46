import type { BodyInput, EndpointName, endpoints, Params, Query, QueryInput } from '@torniquete/contract/endpoints.ts'

/** Path and query values are sent as text, so the caller may give a number or a boolean. */
type InAddress<Value> = Value extends number ? number | string : Value extends boolean ? boolean : Value
type AddressParams<Name extends EndpointName> = { [Key in keyof Params<Name>]: InAddress<Params<Name>[Key]> }
type AddressQuery<Name extends EndpointName> = {
  [Key in keyof QueryInput<Name>]: Key extends keyof Query<Name>
    ? InAddress<Query<Name>[Key]> | QueryInput<Name>[Key]
    : QueryInput<Name>[Key]
}

type IsMultipart<Name extends EndpointName> = (typeof endpoints)[Name] extends { bodyType: 'multipart' } ? true : false
type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key is optional.
    {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

interface CallSettings {
  /** Made when the form opened; a repeat with the same key does nothing twice. */
  idempotencyKey?: string
  /** Spanish label of a booking call ('La venta a José por $ 350.00'), which the outbox keeps until answered. */
  label?: string
  /** Storage key of the draft behind the call; deleted with the answer. */
  draft?: string
  ifMatch?: string | null
  signal?: AbortSignal
}

export type CallInput<Name extends EndpointName> = Given<
  'params',
  Params<Name> extends undefined ? undefined : AddressParams<Name>
> &
  Given<'query', QueryInput<Name> extends undefined ? undefined : AddressQuery<Name>> &
  Given<'body', IsMultipart<Name> extends true ? FormData : BodyInput<Name>> &
  CallSettings

export type CallArguments<Name extends EndpointName> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key is optional.
  {} extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
