/** Observes the entries of local storage whose keys begin with `prefix`: `announce` notifies of a change made here, `watch` also hears of other tabs' changes. */
export function storedEntries(prefix: string) {
  const listeners = new Set<() => void>()
  return {
    announce: () => {
      for (const listener of listeners) listener()
    },
    watch: (listener: () => void) => {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) listener()
      }
      listeners.add(listener)
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}
