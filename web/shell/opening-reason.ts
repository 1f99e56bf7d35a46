// The opening by hand of which somebody is asked why, over whatever page it was made.
import { useSyncExternalStore } from 'react'

export interface Asked {
  id: number
  /** What was noted already. */
  reason: string
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Null: of none any more. */
export function askReason(opening: Asked | null): void {
  asked = opening
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAskedOpening = (): Asked | null => useSyncExternalStore(watch, () => asked)
