import { useState } from 'react'
import type { PaletteEntry } from './palette-entries.ts'

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (Math.max(at, 0) + count - 1) % count,
  PageDown: (at, count) => Math.min(at + 5, count - 1),
  PageUp: (at) => Math.max(at - 5, 0),
}

/**
 * The line that Enter runs: the one that was gone to by the arrows, whatever comes above it, else the first that may be
 * run unasked. While the clients are on their way there is none of the latter kind: they come first.
 */
export function useMarked(entries: readonly PaletteEntry[], pending: boolean) {
  const [chosen, setChosen] = useState<string | null>(null)
  const gone = entries.find(({ id }) => id === chosen)
  const marked = gone ?? (pending ? undefined : entries.find(({ onlyMarked }) => !onlyMarked))
  return {
    marked,
    /** Answers whether the key is one that goes through the lines. */
    step: (key: string) => {
      const next = entries.length > 0 && steps[key]?.(marked ? entries.indexOf(marked) : -1, entries.length)
      if (next === false || next === undefined) return false
      setChosen(entries[next]?.id ?? null)
      return true
    },
    forget: () => setChosen(null),
  }
}
