/**
 * Runs at once, or after the pointer is released and its click is done: a layout change in between would move the
 * button away.
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
