// Who opens: what the model obeys decides, not what the server meant.

import type { Device } from './device.ts'
import type { Template } from './templates.ts'
import type { DeviceUser, Method } from './user.ts'
import { isOutside, passTime } from './validity.ts'

type Refusal = 'unknown pin' | 'blocked' | 'group' | 'outside validity' | 'disabled' | 'no template'

type Attempt = { pin: string; time: string; method: Method; owner?: string | undefined }

/** `owner`: whose finger or face it was that opened, where the number has one. */
export type PunchOutcome = { opened: true; owner?: string } | { opened: false; reason: Refusal }

const verifyCodes: Readonly<Record<Method, number>> = { face: 15, finger: 1, card: 4, password: 3 }

/** `template`: the finger or face that opened, where the number has one. */
type Judgement = { refusal: Refusal } | { refusal: null; template: Template | null }

function refusalOf(device: Device, user: DeviceUser, { method, time }: Attempt): Refusal | null {
  const { obeys } = device.firmware
  if (obeys.verify && user.verify === 3 && method !== 'password') return 'blocked'
  if (obeys.groups && !obeys.groups.includes(user.group)) return 'group'
  if (obeys.enable && !user.enabled) return 'disabled'
  return isOutside(device, user, time) ? 'outside validity' : null
}

function judge(device: Device, attempt: Attempt): Judgement {
  const { pin, method, owner } = attempt
  const user = device.users.get(pin)
  if (!user) return { refusal: 'unknown pin' }
  const held = device.templates.of(pin, method)
  const template = held.find((each) => owner === undefined || each.owner === owner) ?? null
  const isLookedAt = owner !== undefined || (device.firmware.needsTemplates && ['finger', 'face'].includes(method))
  if (isLookedAt && !template) return { refusal: 'no template' }
  const refusal = refusalOf(device, user, attempt)
  return refusal === null ? { refusal, template } : { refusal }
}

/** A refused attempt leaves no record: 2.x never reports it (protocol §7). */
export function punch(device: Device, attempt: Attempt): PunchOutcome {
  passTime(device, attempt.time)
  const judgement = judge(device, attempt)
  if (judgement.refusal !== null) return { opened: false, reason: judgement.refusal }
  device.record(attempt.pin, attempt.time, verifyCodes[attempt.method])
  device.openDoor()
  return { opened: true, ...(judgement.template ? { owner: judgement.template.owner } : {}) }
}
