// This tab among the open ones, over its reloads. Its name stands in session storage only while the tab has no page or is
// out of sight, where it may end untold: so a tab that is duplicated, session storage and all, takes a name of its own.
// Loaded with every page.
import { useEffect, useState } from 'react'

const storageKey = 'tab'
const rollCall = '?'
const channelName = 'tabs'

const name = sessionStorage.getItem(storageKey) ?? Math.random().toString(36).slice(2, 12)
const keep = () => sessionStorage.setItem(storageKey, name)
const keepUnseen = () => (document.visibilityState === 'hidden' ? keep() : sessionStorage.removeItem(storageKey))
keepUnseen()
window.addEventListener('pageshow', keepUnseen)
document.addEventListener('visibilitychange', keepUnseen)
window.addEventListener('pagehide', keep)

const channel = new BroadcastChannel(channelName)
channel.onmessage = ({ data }: MessageEvent<string>) => {
  if (data === rollCall) channel.postMessage(name)
}

export const thisTab = (): string => name

/** The names of the open tabs, as they answer. */
export function useOpenTabs(): ReadonlySet<string> {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const asking = new BroadcastChannel(channelName)
    asking.onmessage = ({ data }: MessageEvent<string>) => {
      if (data !== rollCall) setOpen((before) => new Set([...before, data]))
    }
    asking.postMessage(rollCall)
    return () => asking.close()
  }, [])
  return open
}
