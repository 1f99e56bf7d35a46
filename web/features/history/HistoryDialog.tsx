import { Dialog } from '../../kit/Dialog.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { HistoryListProps } from './HistoryList.tsx'

// Loaded when it is opened: it contains the names of all recorded tables and columns.
const HistoryList = makeLazyComponent(async () => (await import('./HistoryList.tsx')).HistoryList, <Spinner />)

interface HistoryDialogProps extends HistoryListProps {
  name: string
  onClose: () => void
}

export const HistoryDialog = ({ name, onClose, ...row }: HistoryDialogProps) => (
  <Dialog onClose={onClose} title={`Historial de ${name}`} size="lg">
    {/* Another row starts at its first page. */}
    <HistoryList key={`${row.entity}/${row.id}`} {...row} />
  </Dialog>
)
