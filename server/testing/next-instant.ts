import { setImmediate as nextTurn } from 'node:timers/promises'

/** A moment later than everything so far, to the millisecond. */
export async function nextInstant(): Promise<Date> {
  const before = Date.now()
  while (Date.now() <= before) await nextTurn()
  return new Date()
}
