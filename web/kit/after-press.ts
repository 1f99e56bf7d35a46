/**
 * Runs at once, or where a pointer is held down when it was let go and its click is done: what moves the page in between
 * would take the button from under it.
 */
export function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) {
    run()
    return
  }
  const released = new AbortController()
  const done = () => {
    released.abort()
    setTimeout(run)
  }
  for (const event of ['pointerup', 'pointercancel', 'dragend'])
    addEventListener(event, done, { capture: true, signal: released.signal })
}
