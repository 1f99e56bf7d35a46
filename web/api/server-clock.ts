// The server's clock, from the `Date` header of its answers: the clock of a counter's PC may be hours or days wrong.

/** Milliseconds by which this machine's clock is behind the server's. */
let behind = 0

/** Milliseconds. `Date` has whole seconds, and an answer takes some time: a smaller difference is none. */
const tolerance = 2500

/** Takes in the `Date` of an answer that was received just now. */
export function noteServerTime(date: string | null, received = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  const found = told - received
  if (Number.isNaN(found) || Math.abs(found - behind) < tolerance) return
  behind = Math.abs(found) < tolerance ? 0 : found
}

/** The server's present time; every instant that is sent, shown or compared comes from it. */
export const now = (): Date => new Date(Date.now() + behind)
