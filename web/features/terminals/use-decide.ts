import type { PeopleDecision } from '@torniquete/contract/door/device-people.ts'
import type { Send } from '../../api/call.ts'
import { type Save, useSave } from '../../forms/use-save.ts'
import { pastVisitsText } from './past-visits.ts'
import { doneText } from './people-words.ts'

export interface Refused {
  pin: string
  reason: string
}

/** Maximum of one call. */
const mostAtOnce = 1000

async function send(
  device: number,
  decision: PeopleDecision,
  call: Send,
): Promise<{ done: number; refused: Refused[]; past_visits?: number }> {
  const params = { id_device: device }
  if (!('pins' in decision)) return call('devices.decide', { params, body: decision })
  const refused: Refused[] = []
  let [done, past_visits] = [0, 0]
  for (let first = 0; first < decision.pins.length; first += mostAtOnce) {
    const pins = decision.pins.slice(first, first + mostAtOnce)
    const answer = await call('devices.decide', { params, body: { ...decision, pins } })
    done += answer.done
    past_visits += answer.past_visits ?? 0
    refused.push(...answer.refused)
  }
  return { done, refused, past_visits }
}

/** Decides about users of a terminal; `onDone` gets the rejected ones. */
export const useDecide = (device: number, onDone: (refused: readonly Refused[]) => void): Save<PeopleDecision> =>
  useSave({
    run: (decision: PeopleDecision, call) => send(device, decision, call),
    done: ({ done }, { act }) => doneText(act, done),
    detail: ({ past_visits }) => pastVisitsText(past_visits),
    onSaved: ({ refused }) => onDone(refused),
  })
