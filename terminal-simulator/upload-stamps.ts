// Computes stamps of old firmware: the terminal counts its records and operations, and sends all that are newer than
// the stamp of the handshake (protocol §10, field report B2).

import type { Device, PendingUpload } from './device.ts'

/** The counters of old firmware are large numbers, so the stamp 9999 is before all of them. */
const firstStamp = 500_000_000

const operationsPerUpload = 100

export const toUploadStamp = (number: number): number => firstStamp + number

/** Queues all that is newer than `stamps`, the stamps of the handshake by table. After CHECK everything is queued. */
export function requeueUploads(device: Device, stamps: { ATTLOG: string; OPERLOG: string }): void {
  const known = (stamp: string) => (device.startsOver ? 0 : Number(stamp) || 0)
  device.sent = device.records.filter(({ number }) => toUploadStamp(number) <= known(stamps.ATTLOG)).length
  const newer = device.operations.filter(({ number }) => toUploadStamp(number) > known(stamps.OPERLOG))
  const uploads: PendingUpload[] = []
  for (let at = 0; at < newer.length; at += operationsPerUpload) {
    const part = newer.slice(at, at + operationsPerUpload)
    const operation = part.at(-1)?.number ?? 0
    uploads.push({ table: 'OPERLOG', lines: part.flatMap(({ lines }) => lines), operation })
  }
  device.outbox = [...device.outbox.filter(({ operation }) => operation === undefined), ...uploads]
  device.startsOver = false
}
