import { notificationsStore, useNotifications } from '@mantine/notifications'
import { type RefObject, useEffect, useRef } from 'react'
import { makeLazyComponent } from './lazy-component.tsx'
import { toast } from './toast.ts'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import { isDialogOpen } from './use-page-shortcuts.ts'
import { useIsPageIdle } from './wait-until-page-idle.ts'

const ToastRegion = makeLazyComponent(async () => (await import('./ToastRegion.tsx')).ToastRegion)

const isOpenList = () => document.activeElement?.getAttribute('aria-expanded') === 'true'

/** Escape closes the focused toast; otherwise an open dialog; otherwise a visible failure. */
function useEscape(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const focused = region.current?.contains(document.activeElement)
      if (focused) event.stopImmediatePropagation()
      const [shown] = notificationsStore.getState().notifications
      if (focused || (shown?.['data-kind'] === 'failure' && !isDialogOpen() && !isOpenList())) toast.close()
    }
    // Listens in the capture phase, before dialogs close.
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [region])
}

export function Toaster() {
  const region = useRef<HTMLElement>(null)
  const isIdle = useIsPageIdle()
  const isShown = useNotifications().notifications.length > 0
  useEscape(region)
  // F8 moves the focus to the toast, because a dialog keeps Tab inside itself.
  useKeyboardShortcuts([['F8', () => region.current?.querySelector('button')?.focus()]])
  return (
    <section ref={region} aria-label="Avisos (F8)">
      {(isIdle || isShown) && <ToastRegion />}
    </section>
  )
}
