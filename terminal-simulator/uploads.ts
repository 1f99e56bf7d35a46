// Uploads a terminal's data and handles the answers.

import type { Device } from './device.ts'
import { type ServerChannel, ServerRefusal } from './server-channel.ts'
import type { Faults } from './terminal-faults.ts'
import { formatAttendance, joinLines } from './upload-lines.ts'
import { requeueUploads, toUploadStamp } from './upload-stamps.ts'

type Table = 'ATTLOG' | 'OPERLOG'

const batchSize = 128

function isTaken(answer: string, sent: number, table: string, faults: Faults): boolean {
  if (faults.acceptedForm === 'OK') return answer.trim() === 'OK'
  if (faults.acceptedForm === 'OK:n') return answer.trim() === `OK:${sent}`
  const count = /^OK\s*:\s*(\d+)/.exec(answer)?.[1]
  if (count === undefined) return /^OK\b/.test(answer) && table !== 'ATTLOG'
  return Number(count) === sent
}

/** Methods reject with WireError or Refused; data that was not accepted is kept. */
export class UploadSender {
  #stamps: ReadonlyMap<string, string> = new Map()
  readonly #channel: ServerChannel
  readonly #device: Device
  readonly #faults: Faults

  constructor(device: Device, faults: Faults, channel: ServerChannel) {
    this.#device = device
    this.#faults = faults
    this.#channel = channel
  }

  /** Applies the options of the handshake answer. */
  follow(options: ReadonlyMap<string, string>): void {
    this.#stamps = options
    if (this.#device.firmware.stamps === 'own') {
      requeueUploads(this.#device, { ATTLOG: this.#stamp('ATTLOG'), OPERLOG: this.#stamp('OPERLOG') })
    } else if (this.#faults.honourStamps && this.#stamp('ATTLOG') === '0') this.#device.sent = 0
  }

  async pushOutbox(): Promise<void> {
    const device = this.#device
    for (let upload = device.outbox[0]; upload; upload = device.outbox[0]) {
      await this.#upload(upload.table, upload.lines, upload.operation)
      // A power cut during the upload may have emptied the outbox.
      if (device.outbox[0] === upload) device.outbox.shift()
    }
  }

  async pushAttendance(): Promise<number> {
    const { records, sent } = this.#device
    const batch = records.slice(sent, sent + batchSize)
    if (batch.length === 0) return 0
    const lines = batch.map((record) => formatAttendance(record, this.#faults))
    await this.#upload('ATTLOG', lines, batch.at(-1)?.number)
    // A reset or resend during the upload has moved the position, which must not change again.
    if (this.#device.records === records && this.#device.sent === sent) this.#device.sent = sent + batch.length
    return batch.length
  }

  #stamp(table: Table): string {
    const older = table === 'ATTLOG' ? 'Stamp' : 'OpStamp'
    return this.#stamps.get(`${table}Stamp`) ?? this.#stamps.get(older) ?? '0'
  }

  #query(table: string, number: number | undefined): string {
    const name = this.#faults.opStamp && table !== 'ATTLOG' ? 'OpStamp' : 'Stamp'
    const isOwn = this.#device.firmware.stamps === 'own' && number !== undefined
    const stamp = isOwn ? toUploadStamp(number) : this.#stamp(table === 'ATTLOG' ? 'ATTLOG' : 'OPERLOG')
    return `${this.#faults.noTable ? '' : `table=${table}&`}${name}=${stamp}`
  }

  /** Uploads lines. A batch that the server did not accept completely is sent again unchanged (protocol §5.1). */
  async #upload(table: string, lines: readonly string[], number: number | undefined): Promise<void> {
    const body = joinLines(lines, this.#faults)
    let answer = ''
    for (let time = 0; time < Math.max(1, this.#faults.resendTimes); time++) {
      answer = await this.#channel.post('cdata', this.#query(table, number), body)
    }
    if (!isTaken(answer, lines.length, table, this.#faults)) {
      throw new ServerRefusal(`${table} of ${lines.length} lines answered ${JSON.stringify(answer)}`)
    }
  }
}
