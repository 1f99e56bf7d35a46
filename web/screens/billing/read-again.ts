import type { QueryClient } from '@tanstack/react-query'

/** Asks for an area again, and waits: an announcement of the same change may ask once more and end the first asking. */
export async function readAgain(client: QueryClient, area: string): Promise<void> {
  const queries = { queryKey: [area] }
  await client.invalidateQueries(queries)
  if (client.isFetching(queries)) await client.refetchQueries(queries, { cancelRefetch: false })
}
