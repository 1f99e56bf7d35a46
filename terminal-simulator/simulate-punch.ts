// Decides whether a punch opens the door, by the fields that the model enforces.

import { addSeconds } from './clock.ts'
import type { Device } from './device.ts'
import type { Template } from './templates.ts'
import type { DeviceUser, VerifyMethod } from './user.ts'
import { expireUsers, isOutsideValidity } from './validity.ts'

type Refusal =
  | 'unknown pin'
  | 'no right'
  | 'outside hours'
  | 'blocked'
  | 'group'
  | 'outside validity'
  | 'disabled'
  | 'no template'
  | 'no password'

/**
 * `status`: in the attendance dialect the key pressed, in the access dialect the reader (1: exit). `repeats`: number of records, one each
 * second, as for a face that remains in view (field report A11). `door`: number of a panel's door, 1 by default.
 */
type Attempt = {
  pin: string
  time: string
  method: VerifyMethod
  owner?: string | undefined
  status?: number | undefined
  repeats?: number | undefined
  door?: number | undefined
}

/** `owner`: person whose fingerprint or face opened the door, if the PIN has one. */
export type PunchOutcome = { opened: true; owner?: string } | { opened: false; reason: Refusal }

const verifyCodes: Readonly<Record<VerifyMethod, number>> = { face: 15, finger: 1, card: 4, wiegand: 4, password: 3 }

/** `template`: fingerprint or face that opened the door, if the PIN has one. */
type Judgement = { refusal: Refusal } | { refusal: null; template: Template | null }

function findRefusal(device: Device, user: DeviceUser, { method, time, door = 1 }: Attempt): Refusal | null {
  const { obeys, readerObeysVerify, needsTemplates, hours } = device.firmware
  const isExempt = method === 'password' || (method === 'wiegand' && !readerObeysVerify)
  if (device.firmware.dialect === 'access') {
    const refusal = device.rights.refusalOf(user.pin, door, time, hours === 'kept')
    if (refusal) return refusal
  }
  if (obeys.verify && user.verify === 3 && !isExempt) return 'blocked'
  if (needsTemplates && method === 'password' && user.password === '') return 'no password'
  if (obeys.groups && !obeys.groups.includes(user.group)) return 'group'
  if (obeys.enable && !user.enabled) return 'disabled'
  return isOutsideValidity(device, user, time) ? 'outside validity' : null
}

function decide(device: Device, attempt: Attempt): Judgement {
  const { pin, method, owner } = attempt
  const user = device.users.get(pin)
  if (!user) return { refusal: 'unknown pin' }
  const held = device.templates.of(pin, method)
  const template = held.find((each) => owner === undefined || each.owner === owner) ?? null
  const isLookedAt = owner !== undefined || (device.firmware.needsTemplates && ['finger', 'face'].includes(method))
  if (isLookedAt && !template) return { refusal: 'no template' }
  const refusal = findRefusal(device, user, attempt)
  return refusal === null ? { refusal, template } : { refusal }
}

/** Event code for a reason of refusal that the terminal reports (protocol §11). */
const refusedEvents: Readonly<Partial<Record<Refusal, number>>> = {
  'unknown pin': 34,
  'no right': 23,
  'outside hours': 22,
  'outside validity': 29,
}

/**
 * Simulates a punch. PUSH 2.x never reports a refused attempt, so the attendance dialect records none (protocol §7).
 */
export function simulatePunch(device: Device, attempt: Attempt): PunchOutcome {
  expireUsers(device, attempt.time)
  const judgement = decide(device, attempt)
  if (judgement.refusal !== null) {
    const event = refusedEvents[judgement.refusal] ?? 41
    const pin = judgement.refusal === 'unknown pin' ? '0' : attempt.pin
    const { time, status, door } = attempt
    if (device.firmware.dialect === 'access')
      device.record({ pin, time, verify: 0, event, ...(status === undefined ? {} : { status }), ...(door && { door }) })
    return { opened: false, reason: judgement.refusal }
  }
  const { pin, time, method, status = 255, repeats = 1, door = 1 } = attempt
  for (let second = 0; second < repeats; second++) {
    device.record({ pin, time: addSeconds(time, second), verify: verifyCodes[method], status, door })
    device.openDoor()
  }
  return { opened: true, ...(judgement.template ? { owner: judgement.template.owner } : {}) }
}
