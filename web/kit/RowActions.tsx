import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toast } from './toast.ts'

interface RowActionsProps {
  /** Whose row it is: read aloud with each button. */
  name: string
  onEdit?: () => void
  onDelete?: () => void
  /** Why the row cannot be deleted: the button stays, dimmed, and says it when pressed. */
  deleteRefusal?: string | null
  editRefusal?: string | null
}

interface RowButtonProps {
  label: string
  name: string
  refusal: string | null | undefined
  color: 'teal' | 'red'
  onPress: () => void
  children: ReactNode
}

function RowButton({ label, name, refusal, color, onPress, children }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color={refusal ? 'gray' : color}
      size="lg"
      opacity={refusal ? 0.5 : undefined}
      title={refusal ?? label}
      aria-label={refusal ? `${label} ${name}: ${refusal}` : `${label} ${name}`}
      aria-disabled={refusal ? true : undefined}
      onClick={() => (refusal ? toast.info(refusal) : onPress())}
    >
      {children}
    </ActionIcon>
  )
}

export function RowActions({ name, onEdit, onDelete, deleteRefusal, editRefusal }: RowActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <RowButton label="Editar" name={name} refusal={editRefusal} color="teal" onPress={onEdit}>
          <IconPencil size={20} aria-hidden />
        </RowButton>
      )}
      {onDelete && (
        <RowButton label="Eliminar" name={name} refusal={deleteRefusal} color="red" onPress={onDelete}>
          <IconTrash size={20} aria-hidden />
        </RowButton>
      )}
    </Group>
  )
}
