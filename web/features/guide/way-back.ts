import { makeStore } from '../../kit/store.ts'

/** Where the guide stands: on the dashboard, and always below the gym's settings. */
export type GuidePlace = 'dashboard' | 'settings'

/** Whoever went from the guide to one of its places is led back to where it stood, until they are. */
export const awayFromGuide = makeStore<GuidePlace | null>(null)
