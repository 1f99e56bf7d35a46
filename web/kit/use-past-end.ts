import { useEffect, useEffectEvent } from 'react'

interface PagedList {
  data: { pages: number; total: number } | undefined
  isPlaceholderData: boolean
}

/** Turns to the last page where the address names one past the end; true while it does. */
export function usePastEnd({ data, isPlaceholderData }: PagedList, page: number, turnTo: (page: number) => void) {
  const lastPage = Math.max((data?.pages ?? 1) - 1, 0)
  const pastEnd = data !== undefined && !isPlaceholderData && data.total > 0 && page > lastPage
  const turn = useEffectEvent(turnTo)
  // Once: what is drawn meanwhile, as while somebody types over it, asks no second time.
  useEffect(() => {
    if (pastEnd) turn(lastPage)
  }, [pastEnd, lastPage])
  return pastEnd
}
