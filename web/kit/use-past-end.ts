import { useEffect, useEffectEvent } from 'react'

/** Goes to the last page if the address is past the end; true while it does. */
export function usePastEnd(
  { data, isPlaceholderData }: { data: { pages: number; total: number } | undefined; isPlaceholderData: boolean },
  page: number,
  turnTo: (page: number) => void,
) {
  const lastPage = Math.max((data?.pages ?? 1) - 1, 0)
  const pastEnd = data !== undefined && !isPlaceholderData && data.total > 0 && page > lastPage
  const turn = useEffectEvent(turnTo)
  // Runs once, even if renders follow meanwhile.
  useEffect(() => {
    if (pastEnd) turn(lastPage)
  }, [pastEnd, lastPage])
  return pastEnd
}
