import type { GeneratedPinChoice } from '@torniquete/contract/door/generated-pin-choice.ts'
import { useSave } from '../../../forms/use-save.ts'

/** `numbers`: treatment of generated PINs if a terminal is filled unread. */
export interface CensusAct {
  act: 'ask' | 'skip' | 'empty'
  numbers?: GeneratedPinChoice
}

const told: Record<CensusAct['act'], string> = {
  ask: 'Se le pregunta otra vez a quién tiene',
  skip: 'El dispositivo recibe a todos sin haberlo leído',
  empty: 'El dispositivo se vacía y recibe a todos de nuevo',
}

/** Skips the census of a terminal, or repeats it. */
export const useCensus = (id: number, onDone?: () => void) =>
  useSave({
    run: (body: CensusAct, send) => send('devices.census', { params: { id_device: id }, body }),
    done: (_, { act }) => told[act],
    onSaved: () => onDone?.(),
  })
