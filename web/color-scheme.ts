import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

/** Key in local storage of light or dark mode, which index.html reads before the first render. */
const storageKey = 'theme'

function read(stored: string | null, fallback: MantineColorScheme): MantineColorScheme {
  if (stored === 'system') return 'auto'
  return stored === 'light' || stored === 'dark' ? stored : fallback
}

export function makeColorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | null = null
  const unsubscribe = () => {
    if (onStorage) window.removeEventListener('storage', onStorage)
    onStorage = null
  }
  return {
    get: (fallback) => read(localStorage.getItem(storageKey), fallback),
    set: (scheme) => localStorage.setItem(storageKey, scheme === 'auto' ? 'system' : scheme),
    subscribe: (onUpdate) => {
      unsubscribe()
      onStorage = (event) => {
        if (event.key === storageKey) onUpdate(read(event.newValue, 'dark'))
      }
      window.addEventListener('storage', onStorage)
    },
    unsubscribe,
    clear: () => localStorage.removeItem(storageKey),
  }
}
