// Who came in a moment ago, as the stream tells it: what lists them draws the row before it has asked.
import type { Entered } from '@torniquete/contract/attendances.ts'
import { useEffect } from 'react'
import { makeStore, useStore } from '../kit/store.ts'

export interface Told {
  entry: Entered
  /** When, in milliseconds since 1970. */
  at: number
}

/** Milliseconds after which the lists themselves tell of them. */
const toldFor = 10_000

const enteredStore = makeStore<readonly Told[]>([])
let lists = 0

/** Whether a list on this page draws them. */
export const drawsEntered = (): boolean => lists > 0

export function tellEntered(entries: readonly Entered[]): void {
  const at = Date.now()
  const told = entries.map((entry) => ({ entry, at }))
  const again = new Set(entries.map(({ attendance_id }) => attendance_id))
  enteredStore.set([...told, ...enteredStore.read().filter(({ entry }) => !again.has(entry.attendance_id))])
  setTimeout(() => enteredStore.set(enteredStore.read().filter((each) => !told.includes(each))), toldFor)
}

/** Of another session nobody hears. */
export const forgetEntered = (): void => enteredStore.set([])

/** Newest first; `draws`: whoever calls shows them. */
export function useEntered(draws: boolean): readonly Told[] {
  useEffect(() => {
    if (!draws) return
    lists += 1
    return () => {
      lists -= 1
    }
  }, [draws])
  return useStore(enteredStore)
}

/** The data of an `entered` event. */
export function readEntered(data: string): Entered[] {
  try {
    const entries: unknown = JSON.parse(data)
    return Array.isArray(entries) ? entries : [] // our own server's, by the contract's schema
  } catch {
    return []
  }
}
