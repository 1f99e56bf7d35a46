// Maps the event codes of the access dialect (protocol §11) to passes, refusals and alarms.
import type { Incident } from '../../incidents.ts'
import type { Refusal } from '../../refusals.ts'
import type { AccessEvent } from './access-uploads.ts'

/** Event codes of passes. */
const passing = new Set([0, 1, 2, 3, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 222, 232])

interface Reason {
  text: string
  /** True if a right is missing, which the gym's records may explain better; else the identification failed. */
  ofRight?: true
}

/** Event codes of refusals. For other codes from 20 to 99 with a person the number is shown. */
const reasons: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [21, { text: 'fuera de horario', ofRight: true }],
  [22, { text: 'fuera de horario', ofRight: true }],
  [23, { text: 'sin permiso en esta puerta', ofRight: true }],
  [24, { text: 'no consta que haya salido' }],
  [25, { text: 'otra puerta está abierta' }],
  [26, { text: 'falta otra persona' }],
  [27, { text: 'tarjeta desconocida', ofRight: true }],
  [29, { text: 'membresía vencida', ofRight: true }],
  [30, { text: 'persona desconocida', ofRight: true }],
  [33, { text: 'membresía vencida', ofRight: true }],
  [34, { text: 'huella desconocida', ofRight: true }],
  [39, { text: 'bloqueado en el dispositivo', ofRight: true }],
  [41, { text: 'no se identificó como debe' }],
  [42, { text: 'no se identificó como debe' }],
  [48, { text: 'falta otra persona' }],
  [53, { text: 'membresía vencida', ofRight: true }],
  [62, { text: 'sin permiso en esta puerta', ofRight: true }],
])
/** Event codes of a repeated identification right after a pass, which is no refusal. */
const repeats = new Set([20, 61])

const alarms: ReadonlyMap<number, Incident['kind']> = new Map([
  [100, 'tampered'],
  [101, 'duress'],
  [102, 'forced'],
])

export const isPass = (event: AccessEvent): event is AccessEvent & { pin: string } =>
  passing.has(event.code) && event.pin !== null

/**
 * The refusal of an event, or null. Codes from 20 to 99 also report a door held open, or the exit button out of
 * hours.
 */
export function toRefusal({ code, pin, card, time, leaves, door, raw }: AccessEvent): Refusal | null {
  if (code < 20 || code > 99 || repeats.has(code)) return null
  const reason = reasons.get(code)
  if (!reason && pin === null && card === '') return null
  return {
    pin,
    card,
    time,
    reason: reason?.text ?? `motivo ${code}`,
    ofRight: reason?.ofRight ?? false,
    leaves,
    door,
    raw,
  }
}

export const findAlarmKind = ({ code }: AccessEvent): Incident['kind'] | undefined => alarms.get(code)
