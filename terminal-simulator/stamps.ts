// Stamps of old firmware: the terminal counts its records and operations itself, and sends everything newer than the
// handshake's stamp (protocol §10, door B2).

import type { Device, Upload } from './device.ts'

/** Such counters are large numbers: 9999 is before all of them. */
const firstStamp = 500_000_000

const operationsPerUpload = 100

export const formatStamp = (number: number): number => firstStamp + number

/** `stamps`: the handshake's, by table. After CHECK everything is sent, whatever the stamps. */
export function rewindStamps(device: Device, stamps: { ATTLOG: string; OPERLOG: string }): void {
  const known = (stamp: string) => (device.startsOver ? 0 : Number(stamp) || 0)
  device.sent = device.records.filter(({ number }) => formatStamp(number) <= known(stamps.ATTLOG)).length
  const newer = device.operations.filter(({ number }) => formatStamp(number) > known(stamps.OPERLOG))
  const uploads: Upload[] = []
  for (let at = 0; at < newer.length; at += operationsPerUpload) {
    const part = newer.slice(at, at + operationsPerUpload)
    const operation = part.at(-1)?.number ?? 0
    uploads.push({ table: 'OPERLOG', lines: part.flatMap(({ lines }) => lines), operation })
  }
  device.outbox = [...device.outbox.filter(({ operation }) => operation === undefined), ...uploads]
  device.startsOver = false
}
