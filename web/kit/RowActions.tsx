import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'

interface RowActionsProps {
  /** Whose row it is: read aloud with each button. */
  name: string
  onEdit?: () => void
  onDelete?: () => void
  /** Why the row cannot be deleted: the button stays, disabled, and says it. */
  deleteRefusal?: string | null
  editRefusal?: string | null
}

export function RowActions({ name, onEdit, onDelete, deleteRefusal, editRefusal }: RowActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <Tooltip label={editRefusal ?? 'Editar'}>
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={editRefusal ? `Editar ${name}: ${editRefusal}` : `Editar ${name}`}
            data-disabled={editRefusal ? true : undefined}
            aria-disabled={editRefusal ? true : undefined}
            onClick={() => !editRefusal && onEdit()}
          >
            <IconPencil size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onDelete && (
        <Tooltip label={deleteRefusal ?? 'Eliminar'}>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={deleteRefusal ? `Eliminar ${name}: ${deleteRefusal}` : `Eliminar ${name}`}
            data-disabled={deleteRefusal ? true : undefined}
            aria-disabled={deleteRefusal ? true : undefined}
            onClick={() => !deleteRefusal && onDelete()}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
