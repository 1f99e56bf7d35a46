import type { PeopleDecision } from '@torniquete/contract/devices.ts'
import type { Send } from '../../api/use-send.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { doneText } from './people-words.ts'

export interface Refused {
  pin: string
  reason: string
}

/** People that one call takes. */
const mostAtOnce = 1000

/** As many calls as it takes. */
async function send(
  device: number,
  decision: PeopleDecision,
  call: Send,
): Promise<{ done: number; refused: Refused[] }> {
  const params = { id_device: device }
  if (!('pins' in decision)) return call('devices.decide', { params, body: decision })
  const refused: Refused[] = []
  let done = 0
  for (let first = 0; first < decision.pins.length; first += mostAtOnce) {
    const pins = decision.pins.slice(first, first + mostAtOnce)
    const answer = await call('devices.decide', { params, body: { ...decision, pins } })
    done += answer.done
    refused.push(...answer.refused)
  }
  return { done, refused }
}

/** Says what becomes of people on a terminal; `onDone` hears whom the server would not take. */
export const useDecide = (device: number, onDone: (refused: readonly Refused[]) => void): Save<PeopleDecision> =>
  useSave({
    run: (decision: PeopleDecision, call) => send(device, decision, call),
    done: ({ done }, { act }) => doneText(act, done),
    onSaved: ({ refused }) => onDone(refused),
  })
