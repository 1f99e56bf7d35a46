import { idsAtMost } from '@torniquete/contract/shapes.ts'
import { useMemo } from 'react'
import { useEndpoint } from './use-endpoint.ts'

interface Asking {
  enabled?: boolean
  /** Of the address. */
  params?: object
}

/** What such a call tells of those of the ids of which there is something to tell. */
export function useForIds<Name extends 'visits.left' | 'debts.owed' | 'debts.of-documents'>(
  name: Name,
  ids: readonly number[] | undefined,
  { enabled = true, params }: Asking = {},
) {
  const asked = [...new Set(ids)].slice(0, idsAtMost).sort((one, other) => one - other)
  const { data } = useEndpoint(
    name,
    { ...(params && { params }), query: { ids: asked.join(',') } } as never, // each of them takes this
    // Others are asked about as soon as one more comes: until then what was told holds.
    { enabled: enabled && asked.length > 0, standsIn: true },
  )
  // The same as before is the very same: with another each row would be drawn anew.
  const told = JSON.stringify(data ?? [])
  return useMemo((): NonNullable<typeof data> => JSON.parse(told), [told])
}
