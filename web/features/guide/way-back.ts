import { makeStore } from '../../kit/store.ts'

/** Whoever went from the guide to one of its places is led back there, until they are. */
export const awayFromGuide = makeStore(false)
