import { Alert, Button, Group } from '@mantine/core'
import { showInstant } from '@torniquete/contract/dates.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

/** The way back, for a day: both are clients again, each with what was theirs. */
export function LastMerge({ client }: { client: number }) {
  const last = useEndpoint('clients.last-merge', { params: { id_client: client } }, { staleTime: 0 }).data?.last
  const zone = useGymClock()?.zone
  const [asking, setAsking] = useState(false)
  const undo = useSave({
    run: (id: number, send) => send('clients.undo-merge', { params: { id_merge: id } }),
    done: 'Unión deshecha',
    detail: ({ kept, gone }) => `${kept.name} y ${gone.name} vuelven a ser dos clientes.`,
    onSaved: () => setAsking(false),
  })
  if (!last || !zone) return null
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <span>
          {last.user} unió aquí a {last.gone.name} el {showInstant(zone, last.created_at)}.
        </span>
        <Button variant="default" onClick={() => setAsking(true)}>
          Deshacer
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          opened
          title="Deshacer la unión"
          confirmLabel="Deshacer"
          pendingLabel="Deshaciendo"
          color="teal"
          pending={undo.pending}
          onConfirm={() => undo.submit(last.id)}
          onCancel={() => setAsking(false)}
        >
          {last.gone.name} vuelve a ser un cliente, con sus pagos, ventas y visitas de antes. Lo que se registró después
          se queda en esta ficha, y si el número del dispositivo vuelve a {last.gone.name}, tendrá que registrar de
          nuevo su huella o su rostro.
        </ConfirmDialog>
      )}
    </Alert>
  )
}
