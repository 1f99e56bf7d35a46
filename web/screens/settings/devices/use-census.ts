import type { GeneratedPinChoice } from '@torniquete/contract/door/generated-pin-choice.ts'
import { useSave } from '../../../forms/use-save.ts'

/** `numbers`: what becomes of made-up numbers where a terminal is filled without having been read. */
export interface CensusAct {
  act: 'ask' | 'skip' | 'empty'
  numbers?: GeneratedPinChoice
}

const told: Record<CensusAct['act'], string> = {
  ask: 'Se le pregunta otra vez a quién tiene',
  skip: 'El dispositivo recibe a todos sin haberlo leído',
  empty: 'El dispositivo se vacía y recibe a todos de nuevo',
}

/** How to do without waiting for the list of those whom a terminal holds, or to ask for it again. */
export const useCensus = (id: number, onDone?: () => void) =>
  useSave({
    run: (body: CensusAct, send) => send('devices.census', { params: { id_device: id }, body }),
    done: (_, { act }) => told[act],
    onSaved: () => onDone?.(),
  })
