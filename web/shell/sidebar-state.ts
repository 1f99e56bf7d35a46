import { useState } from 'react'
import { usePageKeys } from '../kit/use-page-keys.ts'
import { hotkeys } from '../navigation/shortcuts.ts'

const cookieName = 'sidebar_state'
const cookieSeconds = 604_800

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${cookieName}=false`)
}

/** Expanded or collapsed, remembered for 7 days; Ctrl or Cmd + B toggles. */
export function useSidebarState(): { expanded: boolean; toggle: () => void } {
  const [expanded, setExpanded] = useState(readCookie)
  const toggle = () => {
    const next = !expanded
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in Firefox.
    document.cookie = `${cookieName}=${next}; path=/; max-age=${cookieSeconds}; samesite=lax`
    setExpanded(next)
  }
  usePageKeys({ [hotkeys.sidebar]: toggle })
  return { expanded, toggle }
}
