import { findMainDevice } from '@torniquete/contract/door/devices.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { useSave } from '../forms/use-save.ts'
import { makeStore, useStore } from '../kit/store.ts'
import { useDevices } from './use-devices.ts'

export interface DoorReasonRequest {
  id: number
  /** The reason already stored for this opening; empty if none. */
  reason: string
}

/** The manual door opening whose reason a dialog asks for, on any page; null if there is none. */
export const doorReasonRequestStore = makeStore<DoorReasonRequest | null>(null)

/** Minimum duration of the busy state in milliseconds, so that a double press opens the door once. */
const shortest = 1000

const openingNow = makeStore(false)

const pause = () => new Promise((resolve) => setTimeout(resolve, shortest))

interface Door {
  open: () => void
  /** True while any button's request to open the door is pending. */
  opening: boolean
  /** Reason why the door cannot be opened; null if it can or if this is unknown. */
  refusal: string | null
}

export function useOpenDoor(): Door {
  const { state, devices } = useDevices()
  const { submit } = useSave({
    run: async (_: null, send) => {
      const answer = send('door.open', { body: {} })
      void Promise.allSettled([answer, pause()]).then(() => openingNow.set(false))
      return await answer
    },
    done: 'El dispositivo confirmó la apertura',
    // The reason is asked for after opening, so that the door opens at once.
    offer: ({ id }) => ({ label: 'Anotar motivo', run: () => doorReasonRequestStore.set({ id, reason: '' }) }),
    failure: ({ message }) => ({ title: 'No se abrió la puerta', description: message }),
  })
  const none = devices?.length === 0
  const refusal = none ? 'No hay ningún dispositivo registrado' : formatError('door.disconnected')
  return {
    open: () => {
      if (openingNow.read()) return
      openingNow.set(true)
      submit(null)
    },
    opening: useStore(openingNow),
    refusal: state === 'unknown' || !devices || findMainDevice(devices)?.connected ? null : refusal,
  }
}
