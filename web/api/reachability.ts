import { makeStore } from '../kit/store.ts'

export const serverReachability = makeStore(true)

export function recordReachability(now: boolean): void {
  if (now !== serverReachability.read()) serverReachability.set(now)
}
