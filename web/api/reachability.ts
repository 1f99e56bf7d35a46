import { makeStore } from '../kit/store.ts'

/** True if the last call was answered, even by a refusal. */
export const reachability = makeStore(true)

export function noteReachable(now: boolean): void {
  if (now !== reachability.read()) reachability.set(now)
}
