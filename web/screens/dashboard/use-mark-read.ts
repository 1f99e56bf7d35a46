import type { Notification } from '@torniquete/contract/reports/notifications.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

export interface Mark {
  id: number
  is_read: boolean
}

/** Marks a notification as read or unread; the toast offers `undo`. */
export function useMarkRead(undo?: (mark: Mark) => void): Save<Mark> {
  return useSave<Mark, Notification>({
    run: ({ id, is_read }, send) => send('notifications.mark', { params: { id_notification: id }, body: { is_read } }),
    done: ({ is_read }) => (is_read ? 'Notificación marcada como leída' : 'Notificación marcada como no leída'),
    offer: (_, { id, is_read }) =>
      undo && { label: 'Deshacer', keys: hotkeys.undoMark, run: () => undo({ id, is_read: !is_read }) },
  })
}
