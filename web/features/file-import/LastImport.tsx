import { showInstant } from '@torniquete/contract/dates.ts'
import type { ImportAnswer } from '@torniquete/contract/file-import.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import { UndoableAction } from '../../forms/UndoableAction.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { countText, type ImportKind } from './import-kind.ts'

/** The way back, for a day: what was imported is deleted again, but for what somebody worked with since. */
export function LastImport<Shown extends ImportAnswer>({ kind }: { kind: ImportKind<Shown> }) {
  const last = kind.useLast()
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableAction
      id={last.id}
      action={`${last.user} importó ${countText(kind, last.count)} de ${last.file_name} el ${showInstant(zone, last.created_at)}.`}
      title="Deshacer la importación"
      undo={kind.undo}
      done="Importación deshecha"
      detail={({ deleted, kept, restored = 0 }) => {
        const back = `${countText(kind, restored)} ${restored === 1 ? 'vuelve a estar como estaba' : 'vuelven a estar como estaban'}.`
        const gone = `${countText(kind, deleted)} ${deleted === 1 ? 'eliminado' : 'eliminados'}.${restored > 0 ? ` ${back}` : ''}`
        if (kept === 0) return gone
        return kept === 1
          ? `${gone} Se queda 1 de aquellos ${kind.staying}.`
          : `${gone} Se quedan ${showNumber(kept)}, ${kind.staying}.`
      }}
    >
      {kind.undoing} {last.file_name}, menos aquellos {kind.staying}.
    </UndoableAction>
  )
}
