import { Button, Group, Kbd, Notification } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { AmountsText } from './AmountsText.tsx'
import { IconAlertCircle, IconCheck, IconInfoCircle } from './icons.ts'
import { useStore } from './store.ts'
import classes from './Toaster.module.css'
import { pauseToast, shownToast, type ToastAction, toast } from './toast.ts'
import { useKeys } from './use-keys.ts'
import { useNarrow } from './use-narrow.ts'
import { isCovered } from './use-page-keys.ts'

const looks = {
  success: { color: 'green', icon: <IconCheck size={20} aria-hidden /> },
  info: { color: 'teal', icon: <IconInfoCircle size={20} aria-hidden /> },
  failure: { color: 'red', icon: <IconAlertCircle size={20} aria-hidden /> },
} as const

/** True while a field's list or menu is open. */
const isOpenList = () => document.activeElement?.getAttribute('aria-expanded') === 'true'

/** Escape closes the focused toast, otherwise a dialog, otherwise a visible failure. */
function useEscape(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const focused = region.current?.contains(document.activeElement)
      if (focused) event.stopImmediatePropagation()
      if (focused || (shownToast.read()?.kind === 'failure' && !isCovered() && !isOpenList())) toast.close()
    }
    // Capture phase, before dialogs close.
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [region])
}

/** Mounted from the start, so that screen readers announce new toasts. */
export function Toaster() {
  const shown = useStore(shownToast)
  const region = useRef<HTMLElement>(null)
  useToastPlace(region, useNarrow() && shown !== null)
  useEscape(region)
  // A dialog traps Tab, so F8 leads to the toast.
  useKeys([['F8', () => region.current?.querySelector('button')?.focus()]])
  const card = shown && (
    <Notification
      key={shown.id}
      {...looks[shown.kind]}
      className={classes.toast}
      classNames={{ description: classes.description }}
      data-kind={shown.kind}
      role="presentation"
      title={shown.title}
      onClose={() => toast.close()}
      closeButtonProps={{ 'aria-label': 'Cerrar aviso' }}
      onMouseEnter={() => pauseToast(true)}
      onMouseLeave={() => pauseToast(false)}
      onFocus={() => pauseToast(true)}
      onBlur={() => pauseToast(false)}
    >
      {shown.description && <AmountsText>{shown.description}</AmountsText>}
      {(shown.action || shown.undo) && (
        <Group gap="xs" mt="xs">
          {shown.action && <Offer {...shown.action} />}
          {shown.undo && <Offer {...shown.undo} />}
        </Group>
      )}
    </Notification>
  )
  return (
    <section ref={region} className={classes.region} aria-label="Avisos (F8)">
      <div role="alert">{shown?.kind === 'failure' && card}</div>
      <div role="status">{shown && shown.kind !== 'failure' && card}</div>
    </section>
  )
}

function Offer({ label, keys, run }: ToastAction) {
  const take = () => {
    toast.close()
    run()
  }
  useKeys(keys ? [[keys, take, { usePhysicalKeys: true }]] : [])
  return (
    <Button
      size="sm"
      variant="light"
      aria-keyshortcuts={keys}
      rightSection={
        keys && (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {keys}
          </Kbd>
        )
      }
      onClick={take}
    >
      {label}
    </Button>
  )
}

// Position of toasts on a phone: above the buttons at the foot of a dialog or form, and below its title.

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
function useToastPlace(region: RefObject<HTMLElement | null>, shown: boolean): void {
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
