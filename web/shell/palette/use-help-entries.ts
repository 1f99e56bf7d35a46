import { useEffect, useState } from 'react'
import type { HelpEntry } from '../../features/help/blocks.ts'

const none: readonly HelpEntry[] = []

/** The pages of help with their words, once they are fetched; without them the search finds all else. */
export function useHelpEntries(): readonly HelpEntry[] {
  const [entries, setEntries] = useState(none)
  useEffect(() => {
    import('virtual:help').then(
      (help) => setEntries(help.entries),
      () => undefined,
    )
  }, [])
  return entries
}
