import { Alert, Modal } from '@mantine/core'
import { useTaggedEndpoint } from '../../api/use-endpoint.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { ClientForm } from './ClientForm.tsx'

/** Loads the row with its version, so that nobody's change is overwritten unseen. */
export function EditClientDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useTaggedEndpoint('clients.read', { params: { id_client: id } })
  if (read.data && !read.isRefetching) {
    const { answer, tag } = read.data
    return (
      <ClientForm
        key={read.dataUpdatedAt}
        edited={{ client: answer, tag }}
        onClose={onClose}
        onReload={() => void read.refetch()}
      />
    )
  }
  return (
    <Modal opened onClose={onClose} title="Editar Cliente" size="lg" centered>
      {read.error ? <Alert color="red">{read.error.message}</Alert> : <Spinner />}
    </Modal>
  )
}
