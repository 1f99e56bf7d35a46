import { Notification } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import classes from './Toaster.module.css'
import { holdToast, readToast, toast, watchToast } from './toast.ts'

const looks = {
  success: { color: 'green', icon: <IconCheck size={20} aria-hidden /> },
  info: { color: 'teal', icon: <IconInfoCircle size={20} aria-hidden /> },
  failure: { color: 'red', icon: <IconAlertCircle size={20} aria-hidden /> },
} as const

/** Stands in the page from the start, so that screen readers hear what appears in it. */
export function Toaster() {
  const shown = useSyncExternalStore(watchToast, readToast)
  const card = shown && (
    <Notification
      key={shown.id}
      {...looks[shown.kind]}
      className={classes.toast}
      data-kind={shown.kind}
      role="presentation"
      title={shown.title}
      onClose={toast.close}
      closeButtonProps={{ 'aria-label': 'Cerrar aviso' }}
      onMouseEnter={() => holdToast(true)}
      onMouseLeave={() => holdToast(false)}
      onFocus={() => holdToast(true)}
      onBlur={() => holdToast(false)}
    >
      {shown.description}
    </Notification>
  )
  return (
    <section className={classes.region} aria-label="Avisos">
      <div role="alert">{shown?.kind === 'failure' && card}</div>
      <div role="status">{shown && shown.kind !== 'failure' && card}</div>
    </section>
  )
}
