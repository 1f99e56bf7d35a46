// A page takes a moment to come, longer on a slow computer: a key of it that a quick hand presses meanwhile is given to it
// once it is there. The page that is left does not hear it any more.
import { captureKeys } from './capture-keys.ts'

declare global {
  interface Window {
    /** Set by the script in index.html: the last page's key before this program took over, and its listener. */
    earlyKey?: KeyboardEvent | null
    keepEarlyKey?: (event: KeyboardEvent) => void
  }
}

/** Letters and figures are of pages; another key with Alt is the browser's, as that which goes back. */
const isPageKey = ({ altKey, ctrlKey, code }: KeyboardEvent) => altKey && !ctrlKey && /^(Key|Digit)/.test(code)

let early: KeyboardEvent | null = null
let isReleasing = false

/** Keeps the last key of a page that comes while `isComing`, and the one that was pressed before this program was loaded. */
export function keepEarlyKeys(isComing: () => boolean): void {
  early = window.earlyKey ?? null
  if (window.keepEarlyKey) window.removeEventListener('keydown', window.keepEarlyKey, true)
  captureKeys((event) => {
    if (isReleasing || !isPageKey(event) || !isComing()) return
    early = event
    event.preventDefault()
    event.stopImmediatePropagation()
  })
}

/** Milliseconds after which a key is no longer meant. */
const meantFor = 10_000

/** Hands the kept key over: to be called whenever parts of a page begin to hear keys. One that none of them takes is kept on. */
export function releaseEarlyKey(): void {
  const key = early
  early = null
  if (!key || performance.now() - key.timeStamp > meantFor) return
  isReleasing = true
  const isUnheard = document.documentElement.dispatchEvent(new KeyboardEvent('keydown', key))
  isReleasing = false
  if (isUnheard) early = key
}
