import { useEffect, useSyncExternalStore } from 'react'
import { getPageHolder, watchToken } from '../api/session-token.ts'
import { UndoController } from '../features/undo/UndoController.tsx'
import { ReasonDialog } from '../forms/ReasonDialog.tsx'
import { useStore } from '../kit/store.ts'
import { UnsavedInputDialog } from '../kit/UnsavedInputDialog.tsx'
import { SessionExpiredDialog } from '../session/SessionExpiredDialog.tsx'
import { CommandPalette } from './palette/CommandPalette.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { type DoorReasonRequest, doorReasonRequestStore } from './use-open-door.ts'
import type { ShellDialogsState } from './use-shell-dialogs.ts'

/** Dialogs that every page can show, in a bundle of their own so that the page loads first. */
export const Overlays = (dialogs: ShellDialogsState) => (
  <>
    <UndoController />
    <ShellDialogs {...dialogs} />
    <SessionQuestion />
    <UnsavedInputDialog />
  </>
)

function ShellDialogs({ shown, open, close }: ShellDialogsState) {
  const opening = useStore(doorReasonRequestStore)
  // When the session ends, forgets the door opening whose reason was asked for: the next user did not open it.
  useEffect(() => () => doorReasonRequestStore.set(null), [])
  return (
    <>
      {shown === 'palette' && <CommandPalette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {opening && (
        <OpeningReasonDialog key={opening.id} opening={opening} onClose={() => doorReasonRequestStore.set(null)} />
      )}
    </>
  )
}

/** Dialog that asks for the reason of a manual door opening. */
function OpeningReasonDialog({
  opening: { id, reason },
  onClose,
}: {
  opening: DoorReasonRequest
  onClose: () => void
}) {
  return (
    <ReasonDialog
      title="Por qué se abrió la puerta"
      submitLabel="Guardar"
      stored={reason}
      run={(reason, send) => send('door.explain', { params: { id }, body: { reason } })}
      done="Motivo guardado"
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

/** After the session ended during unsaved work, asks for the password to continue that work. */
function SessionQuestion() {
  const holder = useSyncExternalStore(watchToken, getPageHolder)
  return holder && <SessionExpiredDialog holder={holder} />
}
