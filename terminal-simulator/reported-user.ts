// Formats the line with which a terminal reports one of its users. The simulated faults choose the firmware's format.

import type { Firmware } from './firmware.ts'
import type { Faults } from './terminal-faults.ts'
import { decodeTerminalText, encodeTerminalText } from './text-encoding.ts'
import type { DeviceUser } from './user.ts'
import { canStoreDates } from './validity.ts'

const reportedNames: Readonly<Record<Faults['reportedName'], (name: string, gbk: boolean) => string>> = {
  held: (name) => name,
  'upper case': (name) => name.toUpperCase(),
  ascii: (name) =>
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^ -~]/gu, '?'),
  '23 bytes': (name, gbk) => decodeTerminalText(encodeTerminalText(name, gbk).subarray(0, 23), gbk),
}

const reportedCards: Readonly<Record<Faults['reportedCard'], (card: number) => string>> = {
  decimal: String,
  'reversed hex': (card) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(card >>> 0)
    return `[${bytes.toString('hex').toUpperCase()}]`
  },
  'wiegand 26': (card) => `${(card >>> 16) & 0xff}${String(card & 0xffff).padStart(5, '0')}`,
}

export function formatCard(card: string, faults: Faults): string {
  return /^\d+$/.test(card) && faults.reportedCard !== 'decimal'
    ? reportedCards[faults.reportedCard](Number(card))
    : card
}

export const formatName = (name: string, { reportedName: way, gbkNames }: Faults): string =>
  reportedNames[way](name, gbkNames)

function verifyFields({ verify }: DeviceUser, { reportedVerify }: Faults, { verifyKey }: Firmware): string[] {
  if (reportedVerify === 'absent') return []
  const told = reportedVerify === 'group' ? -1 : verify
  return [verifyKey === 'Verify' ? `Verify=${told}` : `VerifyMode=${128 + Math.max(0, told)}`]
}

export function formatUser(user: DeviceUser, faults: Faults, firmware: Firmware): string {
  const fields = [
    `PIN=${user.pin}`,
    `Name=${formatName(user.name, faults)}`,
    `Pri=${user.pri}`,
    `Passwd=${user.password}`,
    `Card=${formatCard(user.card, faults)}`,
    `Grp=${user.group}`,
    `TZ=${user.timeZones}`,
    ...verifyFields(user, faults, firmware),
    'ViceCard=',
    `StartDatetime=${user.since}`,
    `EndDatetime=${user.until}`,
    ...(canStoreDates(firmware) ? [`Expires=${user.expires}`] : []),
  ]
  return `${faults.noUserWord ? '' : 'USER '}${fields.join('\t')}`
}
