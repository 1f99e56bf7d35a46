// This tab's identity across reloads. It is in session storage only while the tab is hidden or unloading: a duplicated
// tab, which copies a visible tab's storage, so gets its own. Loaded with every page.
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

/** Names of open tabs, collected by BroadcastChannel. */
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
