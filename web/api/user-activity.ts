// True while a person uses the page: background calls must not extend an idle session.

/** Milliseconds after the last key, press or wheel event during which the page counts as used. */
const attendedFor = 60_000

let lastTouch = performance.now()

export const isUserActive = (): boolean => performance.now() - lastTouch < attendedFor

export function watchUserActivity(): void {
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(
      type,
      () => {
        lastTouch = performance.now()
      },
      { capture: true, passive: true },
    )
}
