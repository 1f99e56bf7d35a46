// The server's clock, known from the `Date` header: the clock of a front desk PC may be hours or days off.

/** Milliseconds by which this machine's clock is behind the server's. */
let behind = 0

/** Differences of fewer milliseconds are ignored: `Date` has whole seconds and responses take time. */
const tolerance = 2500

export function recordServerTime(date: string | null, received = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  const found = told - received
  if (Number.isNaN(found) || Math.abs(found - behind) < tolerance) return
  behind = Math.abs(found) < tolerance ? 0 : found
}

/** Current server time, used for every instant sent, shown or compared. */
export const now = (): Date => new Date(Date.now() + behind)
