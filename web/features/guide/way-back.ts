import { makeStore } from '../../kit/store.ts'

/** The page of the guide: the dashboard, or below the gym's settings. */
export type GuidePlace = 'dashboard' | 'settings'

/** Remembers the guide's page while the person visits one of its places, to lead back to it. */
export const awayFromGuide = makeStore<GuidePlace | null>(null)
