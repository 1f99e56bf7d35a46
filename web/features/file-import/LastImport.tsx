import { showInstant } from '@torniquete/contract/shared/dates.ts'
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { UndoableAction } from '../../forms/UndoableAction.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { countText, type ImportKind } from './import-kind.ts'

/** Undo for a day: imported rows are deleted unless used since. */
export function LastImport<Shown extends ImportAnswer>({ kind }: { kind: ImportKind<Shown> }) {
  const { last, at_door } = kind.useLast() ?? {}
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableAction
      id={last.id}
      action={`${last.user} importó ${countText(kind, last.count)} de ${last.file_name} el ${showInstant(zone, last.created_at)}.`}
      title="Deshacer la importación"
      undo={kind.undo}
      done="Importación deshecha"
      detail={({ deleted, kept, returned = 0 }) => {
        const gone = `${countText(kind, deleted)} ${deleted === 1 ? 'eliminado' : 'eliminados'}.${returned > 0 ? ` ${returnText(returned)}` : ''}`
        if (kept === 0) return gone
        return kept === 1
          ? `${gone} Se queda 1 de aquellos ${kind.staying}.`
          : `${gone} Se quedan ${showNumber(kept)}, ${kind.staying}.`
      }}
    >
      {kind.undoing} {last.file_name}, menos aquellos {kind.staying}.{at_door && ` ${doorText(at_door)}`}
    </UndoableAction>
  )
}

const people = { one: 'persona', many: 'personas' }
const returnText = (count: number): string =>
  `${countText(people, count)} ${count === 1 ? 'vuelve' : 'vuelven'} a «Personas en el dispositivo» como ${count === 1 ? 'estaba' : 'estaban'}, con ${count === 1 ? 'su huella' : 'sus huellas'}.`

function doorText({ return: back, leave }: { return: number; leave: number }): string {
  if (back + leave === 0) return 'En la puerta no cambia nada.'
  const left = `${countText(people, leave)} que ${leave === 1 ? 'llegó' : 'llegaron'} con el archivo ${leave === 1 ? 'sale' : 'salen'} de los dispositivos.`
  return `En la puerta: ${[back > 0 && returnText(back), leave > 0 && left].filter(Boolean).join(' ')}`
}
