import { Button, Group, Kbd, Notification } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { AmountsText } from './AmountsText.tsx'
import { IconAlertCircle, IconCheck, IconInfoCircle } from './icons.ts'
import { useStore } from './store.ts'
import classes from './Toaster.module.css'
import { pauseToast, shownToast, type ToastAction, toast } from './toast.ts'
import { useKeys } from './use-keys.ts'
import { useNarrow } from './use-narrow.ts'
import { isCovered } from './use-page-keys.ts'
import { useToastPlace } from './use-toast-place.ts'

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
