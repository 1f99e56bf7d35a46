import { useLayoutEffect, useRef } from 'react'

/** Scrolls the chosen method into view if there are more than fit. */
export function useChosenInSight(chosen: number | undefined) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about another one that is chosen.
  useLayoutEffect(() => {
    const choice = row.current?.querySelector(':checked')?.parentElement
    const kinds = choice?.parentElement
    if (!kinds) return
    const [seen, face] = [kinds, choice].map((each) => each.getBoundingClientRect())
    if (seen && face && (face.top < seen.top || face.bottom > seen.bottom)) kinds.scrollTop += face.top - seen.top
  }, [chosen])
  return row
}
