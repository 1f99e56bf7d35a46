import { useSyncExternalStore } from 'react'

export interface Store<T> {
  read: () => T
  /** Sets the value, and notifies subscribers even if it is unchanged. */
  set: (value: T) => void
  watch: (listener: () => void) => () => void
}

export function makeStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>({ watch, read }: Pick<Store<T>, 'read' | 'watch'>): T => useSyncExternalStore(watch, read)
