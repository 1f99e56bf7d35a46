import { makeStore } from '../kit/store.ts'

export const reachability = makeStore(true)

export function recordReachability(now: boolean): void {
  if (now !== reachability.read()) reachability.set(now)
}
