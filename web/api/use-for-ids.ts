import { maxIds } from '@torniquete/contract/shared/shapes.ts'
import { useMemo } from 'react'
import { useEndpoint } from './use-endpoint.ts'

interface Asking {
  enabled?: boolean
  /** Of the address. */
  params?: object
}

/** The items that such a call answers for these ids; an id without an item has nothing (no visits left, no debt). */
export function useForIds<Name extends 'visits.left' | 'debts.owed' | 'debts.of-documents'>(
  name: Name,
  ids: readonly number[] | undefined,
  { enabled = true, params }: Asking = {},
) {
  const asked = [...new Set(ids)].slice(0, maxIds).sort((one, other) => one - other)
  const { data } = useEndpoint(
    name,
    { ...(params && { params }), query: { ids: asked.join(',') } } as never, // each of them takes this
    // One more id is another query: until it is answered the previous items stay.
    { enabled: enabled && asked.length > 0, standsIn: true },
  )
  // Equal answers give the identical array: with a new one each row of the table would be drawn again.
  const told = JSON.stringify(data ?? [])
  return useMemo((): NonNullable<typeof data> => JSON.parse(told), [told])
}
