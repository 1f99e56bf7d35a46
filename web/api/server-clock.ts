// The server's clock: a counter's PC may be hours or days wrong. Each answer says what time it is (its `Date`).

/** Milliseconds by which this machine's clock is behind the server's. */
let behind = 0

/** A header tells whole seconds, and an answer takes its time: less is no difference. */
const tolerance = 2500

/** Takes in the `Date` of an answer that was received just now. */
export function noteServerTime(date: string | null, received = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  const found = told - received
  if (Number.isNaN(found) || Math.abs(found - behind) < tolerance) return
  behind = Math.abs(found) < tolerance ? 0 : found
}

/** What time it is. Wherever an instant is sent, shown or judged. */
export const now = (): Date => new Date(Date.now() + behind)
