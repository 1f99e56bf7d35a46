import { useEffect, useState } from 'react'

/** Milliseconds to read a sum; later changes count as unexpected. */
const glance = 1000

/** Delays a change for a second, so that a sum being read stays, except after the person's own `acts`. */
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
