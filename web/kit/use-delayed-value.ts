import { useEffect, useState } from 'react'

/** Milliseconds in which somebody reads a sum; what comes so soon after an act of their own belongs to it. */
const glance = 1000

/**
 * The value, a second late where it changed by itself, as a price does that another desk edits: what is being read stays.
 * At once where one of the person's own `acts` changed it. Acts are compared by identity, and their number never changes.
 */
export function useDelayedValue<Value>(value: Value, ...acts: readonly unknown[]): Value {
  const [read, setRead] = useState({ value, acts, at: performance.now() })
  const acted = acts.some((act, at) => act !== read.acts[at])
  const follows = acted || performance.now() - read.at < glance
  if (acted) setRead({ value, acts, at: performance.now() })
  else if (follows && read.value !== value) setRead({ ...read, value })
  useEffect(() => {
    const timer = setTimeout(() => setRead((known) => ({ ...known, value })), glance)
    return () => clearTimeout(timer)
  }, [value])
  return follows ? value : read.value
}
