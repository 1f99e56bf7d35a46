/** Runs after the click that the pressed pointer completes: changing the layout earlier would move the button away. */
export function runAfterClick(run: () => void): void {
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
