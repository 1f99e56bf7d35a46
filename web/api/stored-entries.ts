/** What local storage holds under names that begin so. `announce`: it was changed here. `watch` hears of other tabs' changes too. */
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
