import { makeStore } from '../kit/store.ts'

/** Whether the server answers: what the last call met. A refusal is an answer. */
export const reachability = makeStore(true)

export function noteReachable(now: boolean): void {
  if (now !== reachability.read()) reachability.set(now)
}
