import type { Insider } from '@torniquete/contract/members/inside.ts'
import { useCallback, useRef } from 'react'
import { useSave } from '../../forms/use-save.ts'

/** Marks one person, or everybody, as departed; the toast undoes it. */
export function useLeave(onDone: () => void): { leave: (who: Insider | null) => void; pending: boolean } {
  const undo = useUndo()
  const { submit, pending } = useSave({
    run: (who: Insider | null, send) => send('inside.leave', { body: { id_attendance: who?.id_attendance ?? null } }),
    done: ({ name }) => (name === null ? 'Nadie queda dentro' : `Salida de ${name} anotada`),
    offer: ({ id }) => ({ label: 'Deshacer', run: () => undo(id) }),
    onSaved: onDone,
  })
  // Stable across renders, so that row columns are not recreated.
  const latest = useRef(submit)
  latest.current = submit
  return { leave: useCallback((who) => latest.current(who), []), pending }
}

/** Undoes a departure. */
export function useUndo(): (id: number) => void {
  return useSave({
    run: (id: number, send) => send('inside.undo', { params: { id } }),
    done: 'Salida deshecha',
  }).submit
}
