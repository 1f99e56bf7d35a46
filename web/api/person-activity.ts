// True if a person is at the page: calls that it makes while nobody touches it do not keep a session from ending idle.

/** Milliseconds after the last key, press or turn of the wheel. */
const attendedFor = 60_000

let lastTouch = performance.now()

export const isAttended = (): boolean => performance.now() - lastTouch < attendedFor

/** Call it once, as the page starts. */
export function watchPerson(): void {
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(
      type,
      () => {
        lastTouch = performance.now()
      },
      { capture: true, passive: true },
    )
}
