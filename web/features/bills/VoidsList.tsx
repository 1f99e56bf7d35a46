import { Text } from '@mantine/core'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { gapLines } from './number-gaps.ts'
import { VoidsTable } from './VoidsTable.tsx'
import type { VoidsFilter } from './void-columns.tsx'

export const useVoids = (filter: VoidsFilter) =>
  useEndpoint('voids.list', { query: { ...filter, page: 0, size_page: 1000 } })

/** Voids for documents of these days, whenever booked, and skipped numbers; nothing if there are none. */
export function VoidsList({ filter, zone }: { filter: VoidsFilter; zone: string }) {
  const query = useVoids(filter)
  const { data } = query
  if (!data) return <LoadError query={query} />
  return (
    <>
      {data.total > 0 && <VoidsTable filter={filter} zone={zone} query={query} data={data} />}
      {gapLines(data.gaps, zone).map((line) => (
        <Text key={line} size="sm" mt="md">
          {line}
        </Text>
      ))}
    </>
  )
}
