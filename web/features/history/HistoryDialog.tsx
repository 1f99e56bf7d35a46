import { Modal } from '@mantine/core'
import type { HistoryEntity } from '@torniquete/contract/history.ts'
import { HistoryList } from './HistoryList.tsx'

interface HistoryDialogProps {
  entity: HistoryEntity
  id: number
  /** Whose or what history it is. */
  name: string
  onClose: () => void
}

/** Mounted only while it is open. */
export function HistoryDialog({ entity, id, name, onClose }: HistoryDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Historial de ${name}`} size="lg">
      {/* Another's begins at its first page. */}
      <HistoryList key={`${entity}/${id}`} entity={entity} id={id} />
    </Modal>
  )
}
