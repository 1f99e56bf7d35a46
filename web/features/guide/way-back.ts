// Whoever went from the guide to one of its places is led back there, until they are.
let gone = false
const listeners = new Set<() => void>()

export const hasGone = (): boolean => gone

export function watchGone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteGone(isGone: boolean): void {
  gone = isGone
  for (const listener of listeners) listener()
}
