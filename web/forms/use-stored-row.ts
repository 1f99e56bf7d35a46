import type { UseQueryResult } from '@tanstack/react-query'
import type { CallAnswer, EndpointName } from '@torniquete/contract/endpoints.ts'
import { callWithGenericName, toETaggedAnswer } from '../api/call.ts'
import type { CallInput } from '../api/call-input.ts'
import { cacheChangedRow, useEndpoint, useEndpointWithETag } from '../api/use-endpoint.ts'
import type { StoredRow } from './use-edited-row.ts'

export function useStoredRow<Name extends EndpointName>(
  read: Name,
  input: CallInput<Name>,
): { stored: StoredRow<CallAnswer<Name>> | null; query: UseQueryResult } {
  const query = useEndpointWithETag(read, input)
  const stored = query.data && {
    row: query.data.answer,
    tag: query.data.tag,
    keep: (row: CallAnswer<Name>) => cacheChangedRow(read, input, row),
    read: async () => toETaggedAnswer(await callWithGenericName(read, input)),
  }
  return { stored: stored ?? null, query }
}

/** Reads a settings row that each gym has once, without a version: change events announce changes by other users. */
export function useStoredSettingsRow<Name extends EndpointName>(read: Name): ReturnType<typeof useStoredRow<Name>> {
  const input = {} as CallInput<Name>
  const query = useEndpoint(read, input)
  const keep = (row: CallAnswer<Name>) => cacheChangedRow(read, input, row)
  return { stored: query.data ? { row: query.data, tag: null, keep } : null, query }
}
