import { makeStore } from '../kit/store.ts'

export interface Asked {
  id: number
  /** The reason stored earlier. */
  reason: string
}

/** The opening by hand of which somebody is asked why, over whatever page it was made; null of none. */
export const askedOpening = makeStore<Asked | null>(null)
