// Whether the server answers: what the last call met. A refusal is an answer.
type Listener = () => void
const listeners = new Set<Listener>()
let reachable = true

export function noteReachable(now: boolean): void {
  if (now === reachable) return
  reachable = now
  for (const listener of listeners) listener()
}

export const isReachable = (): boolean => reachable

export function watchReachable(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
