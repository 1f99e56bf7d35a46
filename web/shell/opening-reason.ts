// The opening by hand of which somebody is asked why, over whatever page it was made.
import { useSyncExternalStore } from 'react'

let asked: number | null = null
const listeners = new Set<() => void>()

/** Null: of none any more. */
export function askReason(opening: number | null): void {
  asked = opening
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAskedOpening = (): number | null => useSyncExternalStore(watch, () => asked)
