// Shows one toast at a time; a new one replaces it. A failure stays until closed, replaced, or its screen is left. A
// repeatable refusal, such as an unknown scanned code, closes by itself.
import { notifications, notificationsStore } from '@mantine/notifications'
import { createElement } from 'react'
import { IconAlertCircle, IconCheck, IconInfoCircle } from './icons.ts'
import { type ToastAction, ToastMessage } from './ToastMessage.tsx'

type Kind = 'success' | 'info' | 'failure'

interface ToastOptions {
  action?: ToastAction | undefined
  undo?: ToastAction | undefined
  isLasting?: boolean
}

const looks = {
  success: ['green', IconCheck],
  info: ['teal', IconInfoCircle],
  failure: ['red', IconAlertCircle],
} as const

/** Milliseconds that a success is shown; a toast with an action or a refusal is shown longer. */
const shortMs = 4000
const longMs = 12_000

function make(kind: Kind, title: string, description: string | null, options: ToastOptions = {}): string {
  const { action, undo, isLasting = kind === 'failure' } = options
  notifications.clean()
  const offers = [action, undo].filter((offer) => offer !== undefined)
  const [color, Icon] = looks[kind]
  return notifications.show({
    title,
    message: createElement(ToastMessage, { description, offers, onTake: () => toast.close() }),
    color,
    icon: createElement(Icon, { size: 20, 'aria-hidden': true }),
    withBorder: true,
    // Mantine's grey has too little contrast on the background of a failure.
    styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
    role: kind === 'failure' ? 'alert' : 'status',
    autoClose: isLasting ? false : offers.length > 0 || kind === 'failure' ? longMs : shortMs,
    'data-kind': kind,
    'data-offers': offers.length,
  })
}

const keepOnly = (isKept: (toast: { [attribute: `data-${string}`]: unknown; autoClose?: unknown }) => boolean) =>
  notifications.updateState(notificationsStore, (all) => all.filter(isKept))

export const toast = {
  success: (title: string, description: string | null = null, action?: ToastAction, undo?: ToastAction) =>
    make('success', title, description, { action, undo }),
  info: (title: string, description: string | null = null) => make('info', title, description),
  offer: (title: string, action: ToastAction) => make('info', title, null, { action, isLasting: true }),
  failure: (title: string, description: string | null = null) => make('failure', title, description),
  /** Shows a refusal that the person can simply repeat, such as an unknown scanned code. */
  refusal: (title: string, description: string | null = null) =>
    make('failure', title, description, { isLasting: false }),
  close: (id = notificationsStore.getState().notifications[0]?.id) => void (id && notifications.hide(id)),
  leave: () => keepOnly((each) => each['data-kind'] !== 'failure'),
  /** Removes toasts whose actions were offered to the former user; permanent toasts stay for the next user. */
  endSession: () => keepOnly((each) => each['data-offers'] === 0 || each.autoClose === false),
}
