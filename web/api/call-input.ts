import type {
  CallBodyInput,
  CallParams,
  CallQuery,
  CallQueryInput,
  EndpointName,
  endpoints,
} from '@torniquete/contract/endpoints.ts'

/** Type of a path or query value. These values are sent as text, so the caller may pass a number or a boolean. */
type InAddress<Value> = Value extends number ? number | string : Value extends boolean ? boolean : Value
type AddressParams<Name extends EndpointName> = { [Key in keyof CallParams<Name>]: InAddress<CallParams<Name>[Key]> }
type AddressQuery<Name extends EndpointName> = {
  [Key in keyof CallQueryInput<Name>]: Key extends keyof CallQuery<Name>
    ? InAddress<CallQuery<Name>[Key]> | CallQueryInput<Name>[Key]
    : CallQueryInput<Name>[Key]
}

type IsMultipart<Name extends EndpointName> = (typeof endpoints)[Name] extends { bodyType: 'multipart' } ? true : false
type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key is optional.
    {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

interface CallSettings {
  /** Key made when the form opened. The server executes a repeated call with the same key only once. */
  idempotencyKey?: string
  /** Spanish label of a booking call ('La venta a José por $ 350.00'), shown while the call waits for an answer. */
  label?: string
  /** Local storage key of the form draft that the call sends; the draft is deleted when the call is answered. */
  draft?: string
  ifMatch?: string | null
  signal?: AbortSignal
}

export type CallInput<Name extends EndpointName> = Given<
  'params',
  CallParams<Name> extends undefined ? undefined : AddressParams<Name>
> &
  Given<'query', CallQueryInput<Name> extends undefined ? undefined : AddressQuery<Name>> &
  Given<'body', IsMultipart<Name> extends true ? FormData : CallBodyInput<Name>> &
  CallSettings

export type CallArguments<Name extends EndpointName> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` asks whether every key is optional.
  {} extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
