import { makeStore } from '../kit/store.ts'

/** True if the last call got an answer from the server; a refusal is one. */
export const reachability = makeStore(true)

export function noteReachable(now: boolean): void {
  if (now !== reachability.read()) reachability.set(now)
}
