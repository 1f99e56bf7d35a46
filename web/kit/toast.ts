// Shows one toast at a time: a new one replaces it. Failures stay until closed, replaced, or their screen is left; a
// repeatable refusal, such as a scan, closes by itself.
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

/** Milliseconds for a success; longer with an action or a refusal. */
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
    // Mantine's grey has too little contrast on the failure tint.
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
  /** A repeatable failure, such as an unknown code. */
  refusal: (title: string, description: string | null = null) =>
    make('failure', title, description, { isLasting: false }),
  close: (id = notificationsStore.getState().notifications[0]?.id) => void (id && notifications.hide(id)),
  leave: () => keepOnly((each) => each['data-kind'] !== 'failure'),
  /** Actions offered to one user disappear; lasting toasts stay for the next user. */
  endSession: () => keepOnly((each) => each['data-offers'] === 0 || each.autoClose === false),
}
