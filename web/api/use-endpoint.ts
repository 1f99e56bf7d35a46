import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { ApiAreaName, CallAnswer, EndpointName } from '@torniquete/contract/endpoints.ts'
import { getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { useRef } from 'react'
import { ApiError, isAccessRefusal } from './api-error.ts'
import { callWithGenericName, type ETaggedAnswer, toETaggedAnswer } from './call.ts'
import type { CallInput } from './call-input.ts'
import { makeExcludedAreaKey } from './invalidate-areas.ts'
import { queryClient } from './query-client.ts'

export interface UseEndpointOptions {
  enabled?: boolean
  /** Milliseconds between polls, e.g. `pollIntervalMs`; false disables polling. */
  refetchInterval?: number | false
  staleTime?: number
  retryForever?: boolean
  /** True to show the previous response (`isPlaceholderData`) while another page of the same list loads. */
  standsIn?: boolean
  /** Changes of this area do not refetch the query, because the screen applies them itself. */
  except?: ApiAreaName
  /** Merges a response into the previous one, so that rows with the same identity are not rendered again. */
  structuralSharing?: (before: unknown, answer: unknown) => unknown
}

/** Milliseconds for which settings and lists stay fresh, because the server announces their changes. */
export const staleTimeOfAnnouncedMs = 3_600_000

/** Milliseconds between polls of devices, attendance and statistics (spec §9). */
export const pollIntervalMs = 5000

/** Maximum milliseconds between two retries of a query with `retryForever`. */
const longestPause = 4000

function queryKey<Name extends EndpointName>(name: Name, input: CallInput<Name>) {
  return [getCallAreaName(name), name, input] as const
}

function queryOf<Name extends EndpointName>(name: Name, input: CallInput<Name>, retryForever: boolean) {
  return {
    queryKey: queryKey(name, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => callWithGenericName(name, { ...input, signal }),
    ...(retryForever && {
      retry: (_: number, error: Error) => !isAccessRefusal(error),
      // Short delay: a person waits, so the page must notice within seconds that the network is back.
      retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, longestPause),
    }),
  }
}

export function prefetchEndpoint<Name extends EndpointName>(name: Name, input: CallInput<Name>): void {
  void queryClient.prefetchQuery(queryOf(name, input, true))
}

/** Identifies a list by its path parameters or, for a history, its row. Other inputs page, sort or filter the list. */
const subjectOf = ({ params, query }: { params?: unknown; query?: { entity?: unknown; id?: unknown } }) =>
  JSON.stringify([params, query?.entity, query?.id])

export const isSameList = (shown: object | undefined, asked: object): boolean =>
  shown !== undefined && subjectOf(shown) === subjectOf(asked)

/** Keeps the error of a failed read during a refetch, when React Query drops it, so that 'Reintentar' keeps the focus. */
function useShownError<Answer>(read: UseQueryResult<Answer>): UseQueryResult<Answer> {
  const last = useRef<{ error: Error | null; at: number }>({ error: null, at: 0 })
  if (read.error) last.current = { error: read.error, at: read.errorUpdatedAt }
  const { error, at } = last.current
  const isAnswered = read.data !== undefined && !read.isPlaceholderData
  // Another query has another time, or none if it never failed.
  if (read.error || !error || isAnswered || at !== read.errorUpdatedAt) return read
  return {
    ...read,
    status: 'error',
    error,
    data: undefined,
    isError: true,
    isLoadingError: true,
    isRefetchError: false,
    isPending: false,
    isLoading: false,
    isSuccess: false,
    isPlaceholderData: false,
  }
}

/** Reads an endpoint; a list stays visible while its next page loads. Query key: `[area, name, input]`. */
export function useEndpoint<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  { retryForever = false, standsIn, except, ...options }: UseEndpointOptions = {},
): UseQueryResult<CallAnswer<Name>> {
  const { paged = false } = callDefinitions[name]
  const keepSame = (shown: unknown, query?: { queryKey: readonly unknown[] }) =>
    !paged || isSameList(query?.queryKey[2] as object | undefined, input) ? shown : undefined
  const plain = queryOf(name, input, retryForever)
  const asked = except ? { ...plain, queryKey: [...plain.queryKey, makeExcludedAreaKey(except)] } : plain
  return useShownError(
    useQuery<CallAnswer<Name>>({
      ...asked,
      placeholderData: (standsIn ?? paged) ? (keepSame as never) : undefined,
      ...options,
    }),
  )
}

const taggedKey = <Name extends EndpointName>(name: Name, input: CallInput<Name>) =>
  [...queryKey(name, input), 'tagged'] as const

/** Caches the response of a change as the new row with its version, because a refetch might fail. */
export function cacheChangedRow<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  answer: CallAnswer<Name>,
): void {
  queryClient.setQueryData(queryKey(name, input), (shown: unknown) => shown && answer)
  queryClient.setQueryData(taggedKey(name, input), (read: unknown) => read && toETaggedAnswer(answer))
}

export function updateCachedAnswer<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  change: (shown: CallAnswer<Name>) => CallAnswer<Name>,
): void {
  queryClient.setQueryData(queryKey(name, input), (shown: CallAnswer<Name> | undefined) => shown && change(shown))
}

export function useEndpointWithETag<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): UseQueryResult<ETaggedAnswer<CallAnswer<Name>>> {
  return useShownError(
    useQuery({
      queryKey: taggedKey(name, input),
      queryFn: async ({ signal }) => toETaggedAnswer(await callWithGenericName(name, { ...input, signal })),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
  )
}

/** Reads an endpoint for each input, in order: undefined while loading, null if missing (404). */
export function useEndpoints<Name extends EndpointName>(
  name: Name,
  inputs: readonly CallInput<Name>[],
): (CallAnswer<Name> | null | undefined)[] {
  const results = useQueries({
    queries: inputs.map((input) => queryOf(name, input, false)),
  })
  return results.map(({ data, error }) => (error instanceof ApiError && error.status === 404 ? null : data))
}
