// Position of toasts on a phone: above the buttons at the foot of a dialog or form, and below its title.
import { type RefObject, useLayoutEffect } from 'react'

/** Px between a toast and the button below. */
const gap = 12
/** Px of a window shortened by an on-screen keyboard. */
const low = 480

/** The last match is the main button of the top layer. */
const endingButtons = 'main button[type=submit], [role=dialog] button'

const moves = ['scroll', 'transitionend', 'focusin'] as const

/**
 * Px from the window's bottom to the toast: above an on-screen keyboard and the main button. In a low window while
 * typing, it covers the title.
 */
function footOf({ offsetHeight }: HTMLElement): number {
  const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 }
  const floor = height + offsetTop - gap
  const field = document.activeElement
  const top = offsetTop + offsetHeight
  if (height < low && field?.matches('input, textarea, select') && field.getBoundingClientRect().top > top)
    return window.innerHeight - top
  const button = [...document.querySelectorAll(endingButtons)].at(-1)?.getBoundingClientRect()
  const covers = button && button.top < floor && button.bottom > floor - offsetHeight - gap
  return window.innerHeight - (covers ? button.top - gap : floor)
}

/** Updates `--foot` of the region while a toast is shown. */
export function useToastPlace(region: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = region.current
    if (!element || !shown) return
    const place = () => element.style.setProperty('--foot', `${footOf(element)}px`)
    place()
    const observer = new MutationObserver(place)
    observer.observe(document.body, { childList: true, subtree: true })
    window.visualViewport?.addEventListener('resize', place)
    window.visualViewport?.addEventListener('scroll', place)
    // Follows scrolling, dialog animations and focus changes.
    for (const moved of moves) window.addEventListener(moved, place, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('scroll', place)
      for (const moved of moves) window.removeEventListener(moved, place, { capture: true })
    }
  }, [region, shown])
}
