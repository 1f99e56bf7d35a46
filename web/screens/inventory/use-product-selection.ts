import { useCallback, useState } from 'react'

export interface ProductSelection {
  /** Ids of the marked products, also on other pages of the list. */
  marked: ReadonlySet<number>
  mark: (ids: readonly number[], isMarked: boolean) => void
}

export function useProductSelection(): ProductSelection {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const mark = useCallback(
    (ids: readonly number[], isMarked: boolean) =>
      setMarked((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isMarked ? ids : []))),
    [],
  )
  return { marked, mark }
}
