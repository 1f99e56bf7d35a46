import { useEffect, useEffectEvent } from 'react'

/** Opens the last page if the page in the address does not exist; returns true until it is open. */
export function useRedirectToLastPage(
  { data, isPlaceholderData }: { data: { pages: number; total: number } | undefined; isPlaceholderData: boolean },
  page: number,
  turnTo: (page: number) => void,
) {
  const lastPage = Math.max((data?.pages ?? 1) - 1, 0)
  const pastEnd = data !== undefined && !isPlaceholderData && data.total > 0 && page > lastPage
  const turn = useEffectEvent(turnTo)
  // The effect runs once, even if the component renders again before the page has changed.
  useEffect(() => {
    if (pastEnd) turn(lastPage)
  }, [pastEnd, lastPage])
  return pastEnd
}
