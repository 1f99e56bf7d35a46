import { makeStore } from '../kit/store.ts'

export interface Asked {
  id: number
  /** The reason stored earlier. */
  reason: string
}

/** The manual opening whose reason is asked for, on any page; otherwise null. */
export const askedOpening = makeStore<Asked | null>(null)
