import { showInstant } from '@torniquete/contract/dates.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { UndoableDeed } from '../UndoableDeed.tsx'
import { clientsText } from './import-words.ts'

/** The way back, for a day: who was imported is deleted again, but for those with whom somebody worked since. */
export function LastImport() {
  const last = useEndpoint('clients.last-import', {}).data?.last
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableDeed
      id={last.id}
      deed={`${last.user} importó ${clientsText(last.clients)} de ${last.file_name} el ${showInstant(zone, last.created_at)}.`}
      title="Deshacer la importación"
      undo={(id, send) => send('clients.undo-import', { params: { id_import: id } })}
      done="Importación deshecha"
      detail={({ deleted, kept }) =>
        kept > 0
          ? `${clientsText(deleted)} eliminados. Se quedan ${kept}, con los que ya se trabajó.`
          : `${clientsText(deleted)} eliminados.`
      }
    >
      Se eliminan los clientes que vinieron en {last.file_name}, menos aquellos con los que ya se trabajó.
    </UndoableDeed>
  )
}
