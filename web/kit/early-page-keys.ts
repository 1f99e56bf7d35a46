// A page takes a moment to come, longer on a slow computer: a key of it that a quick hand presses meanwhile is given to it
// once it is there. The page that is left does not hear it any more.
import { captureKeys } from './capture-keys.ts'

/** Keeps the last key with Alt that comes while `isComing`. What is answered hands it over: to be called as a page is there. */
export function keepEarlyKeys(isComing: () => boolean): () => void {
  let early: KeyboardEvent | undefined
  captureKeys((event) => {
    if (!event.altKey || event.ctrlKey || !isComing()) return
    early = event
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return () => {
    if (early) document.documentElement.dispatchEvent(new KeyboardEvent('keydown', early))
    early = undefined
  }
}
