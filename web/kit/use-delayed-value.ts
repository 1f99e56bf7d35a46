import { useEffect, useState } from 'react'

/** Milliseconds that a person needs to read a sum. */
const glance = 1000

/** Delays changes by a second, so that a sum can be read before it changes. A change of `acts` shows at once. */
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
