// A page takes a moment to come, longer on a slow computer: a key of it that a quick hand presses meanwhile is given to it
// once it is there. The page that is left does not hear it any more.
import { captureKeys } from './capture-keys.ts'

/** Letters and figures are of pages; another key with Alt is the browser's, as that which goes back. */
const isOfPage = ({ altKey, ctrlKey, code }: KeyboardEvent) => altKey && !ctrlKey && /^(Key|Digit)/.test(code)

/** Keeps the last key of a page that comes while `isComing`. What is answered hands it over: to be called as a page is there. */
export function keepEarlyKeys(isComing: () => boolean): () => void {
  let early: KeyboardEvent | undefined
  captureKeys((event) => {
    if (!isOfPage(event) || !isComing()) return
    early = event
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return () => {
    if (early) document.documentElement.dispatchEvent(new KeyboardEvent('keydown', early))
    early = undefined
  }
}
