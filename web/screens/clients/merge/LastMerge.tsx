import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { UndoableAction } from '../../../forms/UndoableAction.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

/** Undo of a merge for a day: both clients with their own data again. */
export function LastMerge({ client }: { client: number }) {
  const last = useEndpoint('clients.last-merge', { params: { id_client: client } }, { staleTime: 0 }).data?.last
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableAction
      id={last.id}
      action={`${last.user} unió aquí a ${last.gone.name} el ${showInstant(zone, last.created_at)}.`}
      title="Deshacer la unión"
      color="teal"
      undo={(id, send) => send('clients.undo-merge', { params: { id_merge: id } })}
      done="Unión deshecha"
      detail={({ kept, gone }) => `${kept.name} y ${gone.name} vuelven a ser dos clientes.`}
    >
      {last.gone.name} vuelve a ser un cliente, con sus pagos, ventas y visitas de antes. Lo que se registró después se
      queda en esta ficha, y si el número del dispositivo vuelve a {last.gone.name}, tendrá que registrar de nuevo su
      huella o su rostro.
    </UndoableAction>
  )
}
