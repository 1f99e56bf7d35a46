import { Alert, Button, Group } from '@mantine/core'
import { showInstant } from '@torniquete/contract/dates.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'
import { clientsText } from './import-words.ts'

/** The way back, for a day: who was imported is deleted again, but for those with whom somebody worked since. */
export function LastImport() {
  const last = useEndpoint('clients.last-import', {}).data?.last
  const zone = useGymClock()?.zone
  const [asking, setAsking] = useState(false)
  const undo = useSave({
    run: (id: number, send) => send('clients.undo-import', { params: { id_import: id } }),
    done: 'Importación deshecha',
    detail: ({ deleted, kept }) =>
      kept > 0
        ? `${clientsText(deleted)} eliminados. Se quedan ${kept}, con los que ya se trabajó.`
        : `${clientsText(deleted)} eliminados.`,
    onSaved: () => setAsking(false),
  })
  if (!last || !zone) return null
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <span>
          {last.user} importó {clientsText(last.clients)} de {last.file_name} el {showInstant(zone, last.created_at)}.
        </span>
        <Button variant="default" onClick={() => setAsking(true)}>
          Deshacer
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          opened
          title="Deshacer la importación"
          confirmLabel="Deshacer"
          pendingLabel="Deshaciendo"
          pending={undo.pending}
          onConfirm={() => undo.submit(last.id)}
          onCancel={() => setAsking(false)}
        >
          Se eliminan los clientes que vinieron en {last.file_name}, menos aquellos con los que ya se trabajó.
        </ConfirmDialog>
      )}
    </Alert>
  )
}
