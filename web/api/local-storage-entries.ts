// Reads and writes JSON in browser storage, which may be full or forbidden, or contain a value of another version.

export function parseStoredJson<Value>(text: string | null, isWhole: (value: Partial<Value>) => boolean): Value | null {
  try {
    const value: Partial<Value> | null = JSON.parse(text ?? 'null')
    return value && isWhole(value) ? (value as Value) : null
  } catch {
    return null
  }
}

export function storeJson(storage: 'localStorage' | 'sessionStorage', name: string, value: unknown): boolean {
  try {
    globalThis[storage].setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const compareByTime = (one: { at: number }, other: { at: number }) => one.at - other.at

/** Local storage entries with this prefix. Each has a key of its own, so that tabs do not overwrite each other. */
export function makeLocalEntries<Entry>(prefix: string, isWhole: (entry: Partial<Entry>) => boolean) {
  const listeners = new Set<() => void>()
  let changes = 0
  const announce = () => {
    changes += 1
    for (const listener of listeners) listener()
  }
  const read = (text: string | null) => parseStoredJson<Entry>(text, isWhole)
  const readAt = (name: string) => read(localStorage.getItem(name))
  const namesIn = (folder = prefix) => Object.keys(localStorage).filter((name) => name.startsWith(folder))
  return {
    announce,
    read,
    readAt,
    namesIn,
    readIn: (folder: string) =>
      namesIn(folder)
        .map(readAt)
        .filter((entry) => entry !== null),
    keep: (name: string, entry: Entry): boolean => {
      const kept = storeJson('localStorage', name, entry)
      if (kept) announce()
      return kept
    },
    forget: (name: string) => {
      localStorage.removeItem(name)
      announce()
    },
    revision: () => changes,
    watch: (listener: () => void) => {
      const onStorage = ({ key }: StorageEvent) => {
        if (key !== null && !key.startsWith(prefix)) return
        changes += 1
        listener()
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
