import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { type Save, useSave } from '../../../api/use-save.ts'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Opens the door for a client and notes that it came in; each press is another visitor. */
export function useOpenDoor(): Save<number> {
  return useSave({
    run: async (idClient: number, send) => {
      await send('door.open', {})
      const visit = { body: { id_client: idClient }, idempotencyKey: newIdempotencyKey() }
      return send('attendances.create', visit).catch((error: unknown) => {
        throw new Error(`La puerta se abrió, pero la asistencia no se registró: ${reasonOf(error)}`)
      })
    },
    done: 'Puerta abierta',
    // The dialog shows it beside the button.
    failure: () => null,
  })
}
