// What happened at a door of the access dialect, by the protocol's codes (§11), in the words of the door.
import type { Happening } from '../../happenings.ts'
import type { Refusal } from '../../refusals.ts'
import type { AccessEvent } from './access-uploads.ts'

/** Somebody opened: alone, in the hours in which it stands open, first of all, with others, in one way or another. */
const passing = new Set([0, 1, 2, 3, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 222, 232])

/** Why it opened to nobody. Of any other from 20 to 99 its number is told. */
const reasons: ReadonlyMap<number, string> = new Map([
  [20, 'acababa de pasar'],
  [21, 'fuera de horario'],
  [22, 'fuera de horario'],
  [23, 'sin permiso en esta puerta'],
  [24, 'no consta que haya salido'],
  [25, 'otra puerta está abierta'],
  [26, 'falta otra persona'],
  [27, 'tarjeta desconocida'],
  [29, 'membresía vencida'],
  [30, 'persona desconocida'],
  [33, 'membresía vencida'],
  [34, 'huella desconocida'],
  [39, 'bloqueado en el dispositivo'],
  [41, 'no se identificó como debe'],
  [42, 'no se identificó como debe'],
  [48, 'falta otra persona'],
  [53, 'membresía vencida'],
  [61, 'acababa de pasar'],
  [62, 'sin permiso en esta puerta'],
])

const alarms: ReadonlyMap<number, Happening['kind']> = new Map([
  [100, 'tampered'],
  [101, 'duress'],
  [102, 'forced'],
])

export const isPass = (event: AccessEvent): event is AccessEvent & { pin: string } =>
  passing.has(event.code) && event.pin !== null

/** Null where nobody was refused. */
export function refusalOf({ code, pin, card, time, raw }: AccessEvent): Refusal | null {
  if (code < 20 || code > 99) return null
  return { pin, card, time, reason: reasons.get(code) ?? `motivo ${code}`, raw }
}

export const alarmOf = ({ code }: AccessEvent): Happening['kind'] | undefined => alarms.get(code)
