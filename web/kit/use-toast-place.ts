// Where a toast stands on a phone. Titles are at the top, and what ends a dialog or a form at its foot. Above a keyboard there is no
// room for all of it: there it stands where it covers least of what is written and pressed, be it over the title.
import { type RefObject, useLayoutEffect } from 'react'

/** Px between a toast and what it stands above. */
const gap = 12
/** Px between a toast and the top of a low window. */
const topGap = 4
/** Px of a window that is low: half of a phone's is its keyboard. */
const low = 480

/** The last of them ends what lies on top. */
const endingButtons = 'main button[type=submit], [role=dialog] button'
const written = 'input, textarea, select, button'

const moves = ['scroll', 'transitionend'] as const

interface Span {
  top: number
  bottom: number
}

/** What of the window is seen: a keyboard may lie over the rest. */
function seen(): Span {
  const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
  return { top: offsetTop, bottom: offsetTop + height }
}

/** At the foot, above the button that it would cover. */
function atFoot(height: number, { bottom }: Span): Span {
  const floor = bottom - gap
  const button = [...document.querySelectorAll(endingButtons)].at(-1)?.getBoundingClientRect()
  const covers = button && button.top < floor && button.bottom > floor - height - gap
  const end = covers ? button.top - gap : floor
  return { top: end - height, bottom: end }
}

/** How much it would cover there: what one writes in more than all else. */
function coveredBy({ top, bottom }: Span): number {
  const page = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main')
  let px = 0
  for (const each of page?.querySelectorAll(written) ?? []) {
    const box = each.getBoundingClientRect()
    const common = Math.min(bottom, box.bottom) - Math.max(top, box.top)
    if (common > 0) px += each === document.activeElement ? 10_000 : common
  }
  return px
}

/** Whether it stands at the top, as things are now. */
function belongsAtTop(height: number, window: Span): boolean {
  if (window.bottom - window.top >= low) return false
  return coveredBy(atTop(height, window)) < coveredBy(atFoot(height, window))
}

const atTop = (height: number, { top }: Span): Span => ({ top: top + topGap, bottom: top + topGap + height })

/** Keeps `--foot` of the region true while a toast is shown, whatever opens or closes meanwhile. */
export function useToastPlace(region: RefObject<HTMLElement | null>, shown: number | null): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element || shown === null) return
    let isAtTop = false
    const place = () => {
      const { offsetHeight: height } = element
      const { bottom } = isAtTop ? atTop(height, seen()) : atFoot(height, seen())
      element.style.setProperty('--foot', `${window.innerHeight - bottom}px`)
    }
    // Not while something scrolls below it: it would jump.
    const choose = () => {
      isAtTop = belongsAtTop(element.offsetHeight, seen())
      place()
    }
    choose()
    const observer = new MutationObserver(place)
    observer.observe(document.body, { childList: true, subtree: true })
    window.visualViewport?.addEventListener('resize', choose)
    window.visualViewport?.addEventListener('scroll', place)
    window.addEventListener('focusin', choose)
    // Of whatever scrolls, and of a dialog that comes in moving.
    for (const moved of moves) window.addEventListener(moved, place, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', choose)
      window.visualViewport?.removeEventListener('scroll', place)
      window.removeEventListener('focusin', choose)
      for (const moved of moves) window.removeEventListener(moved, place, { capture: true })
    }
  }, [region, shown])
}
