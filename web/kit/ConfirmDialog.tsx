import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface ConfirmDialogProps {
  opened: boolean
  children: ReactNode
  onConfirm: () => void
  onCancel: () => void
  pending?: boolean
  title?: string
  confirmLabel?: string
  pendingLabel?: string
  cancelLabel?: string
  /** 'teal' where nothing is destroyed. */
  color?: 'red' | 'teal'
}

export function ConfirmDialog({
  opened,
  children,
  onConfirm,
  onCancel,
  pending = false,
  title = 'Confirmación',
  confirmLabel = 'Eliminar',
  pendingLabel = 'Eliminando',
  cancelLabel = 'Cancelar',
  color = 'red',
}: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={pending ? () => undefined : onCancel} title={title} size="sm" centered>
      <Text component="div">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus disabled={pending} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button color={color} disabled={pending} onClick={onConfirm}>
          {pending ? pendingLabel : confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
