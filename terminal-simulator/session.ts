// What a terminal says to the server, in the order of the protocol's §15.

import { WireError } from './answer.ts'
import { type Channel, Refused } from './channel.ts'
import { commandsIn } from './command-text.ts'
import { type Execution, execute, resultLines } from './commands.ts'
import type { Device } from './device.ts'
import type { Faults } from './faults.ts'
import { attendanceLine, bodyText, descriptionLines, infoValue } from './lines.ts'
import { passTime } from './validity.ts'

export type ExecutedCommand = { id: string; text: string; verb: string; code: number }

/** `ok` is false where the server was not reached or refused; `records`: those it took. */
export type CycleReport = { ok: boolean; records: number; commands: number }

type SessionOptions = {
  sn: string
  /** null leaves the parameter out. */
  pushver: string | null
  language: number
  onCommand: (command: ExecutedCommand) => void
}

const batchSize = 128

function isTaken(answer: string, sent: number, table: string, faults: Faults): boolean {
  if (faults.acceptedForm === 'OK') return answer.trim() === 'OK'
  if (faults.acceptedForm === 'OK:n') return answer.trim() === `OK:${sent}`
  const count = /^OK\s*:\s*(\d+)/.exec(answer)?.[1]
  if (count === undefined) return /^OK\b/.test(answer) && (faults.acceptBareOk || table !== 'ATTLOG')
  return !faults.strictCount || Number(count) === sent
}

export class Session {
  delaySeconds = 10
  errorDelaySeconds = 30
  lastError: string | null = null
  #registered = false
  #introduced = false
  #stamps: ReadonlyMap<string, string> = new Map()
  readonly #options: SessionOptions
  readonly #channel: Channel
  readonly #device: Device
  readonly #faults: Faults

  constructor(options: SessionOptions, device: Device, faults: Faults, channel: Channel) {
    this.#options = options
    this.#device = device
    this.#faults = faults
    this.#channel = channel
  }

  /** The next cycle begins with a handshake. */
  forget(): void {
    this.#registered = false
  }

  /** Handshake where there was none, uploads, one poll and the results of what it brought. Never rejects. */
  async cycle(): Promise<CycleReport> {
    const report: CycleReport = { ok: false, records: 0, commands: 0 }
    try {
      passTime(this.#device)
      const fresh = !this.#registered
      if (fresh) await this.#handshake()
      if (fresh) report.commands = await this.#poll()
      await this.#pushOutbox()
      report.records = await this.#pushAttendance()
      if (!fresh) report.commands = await this.#poll()
      report.ok = true
    } catch (error) {
      if (!(error instanceof WireError || error instanceof Refused)) throw error
      this.lastError = error.message
      if (error instanceof WireError && error.failure === 'unreachable') this.#registered = false
    }
    return report
  }

  async #handshake(): Promise<void> {
    const { sn, pushver, language } = this.#options
    const type = this.#faults.deviceTypeSpelling
    const query = [
      'options=all',
      ...(pushver === null ? [] : [`pushver=${pushver}`]),
      `language=${language}`,
      ...(type === null ? [] : [`DeviceType=${encodeURIComponent(type)}`]),
      'PushOptionsFlag=1',
    ].join('&')
    const [first, ...lines] = (await this.#channel.get('cdata', query)).split(/\r?\n/)
    if (first !== `GET OPTION FROM: ${sn}`) throw new Refused('no options in the answer to the handshake')
    const options = new Map(
      lines.map((line): [string, string] => [line.replace(/=.*$/, ''), line.replace(/^.*?=/, '')]),
    )
    this.delaySeconds = Number(options.get('Delay')) || 10
    this.errorDelaySeconds = Number(options.get('ErrorDelay')) || 30
    if (!this.#device.firmware.ignoresTimeZone) this.#device.clock.followZone(options.get('TimeZone'))
    this.#stamps = options
    if (this.#faults.honourStamps && this.#stamp('ATTLOG') === '0') this.#device.sent = 0
    this.#registered = true
    this.#introduced = false
    await this.#channel.post('cdata', 'table=options', descriptionLines(this.#device, sn, this.#faults).join(','))
  }

  #stamp(table: string): string {
    const older = table === 'ATTLOG' ? 'Stamp' : 'OpStamp'
    return this.#stamps.get(`${table}Stamp`) ?? this.#stamps.get(older) ?? '0'
  }

  #uploadQuery(table: string): string {
    const name = this.#faults.opStamp && table !== 'ATTLOG' ? 'OpStamp' : 'Stamp'
    return `${this.#faults.noTable ? '' : `table=${table}&`}${name}=${this.#stamp(table)}`
  }

  /** Whether the server took every line; a batch that it did not take is sent again as it was (protocol §5.1). */
  async #upload(table: string, lines: readonly string[]): Promise<boolean> {
    const body = bodyText(lines, this.#faults)
    let answer = ''
    for (let time = 0; time < Math.max(1, this.#faults.resendTimes); time++) {
      answer = await this.#channel.post('cdata', this.#uploadQuery(table), body)
    }
    const taken = isTaken(answer, lines.length, table, this.#faults)
    if (!taken) this.lastError = `${table} of ${lines.length} lines answered ${JSON.stringify(answer)}`
    return taken
  }

  async #pushOutbox(): Promise<void> {
    for (let upload = this.#device.outbox[0]; upload; upload = this.#device.outbox[0]) {
      if (!(await this.#upload(upload.table, upload.lines))) throw new Refused(this.lastError ?? 'upload refused')
      this.#device.outbox.shift()
    }
  }

  async #pushAttendance(): Promise<number> {
    const { records, sent } = this.#device
    const batch = records.slice(sent, sent + batchSize)
    if (batch.length === 0) return 0
    const taken = await this.#upload(
      'ATTLOG',
      batch.map((record) => attendanceLine(record, this.#faults)),
    )
    if (!taken) throw new Refused(this.lastError ?? 'upload refused')
    // A reset or a resend that came meanwhile has moved the pointer, and stands.
    if (this.#device.records === records && this.#device.sent === sent) this.#device.sent = sent + batch.length
    return batch.length
  }

  async #poll(): Promise<number> {
    const isSilent = this.#introduced && !this.#faults.infoAtEachPoll
    const query = isSilent ? '' : `INFO=${infoValue(this.#device, this.#faults)}`
    const answer = await this.#channel.get('getrequest', query)
    this.#introduced = true
    if (this.#faults.ignoreCommands) return 0
    const results: string[] = []
    let executed = 0
    let afterwards: Execution['afterwards']
    for (const { id, text } of commandsIn(answer)) {
      const execution = this.#execute(text)
      results.push(...resultLines(this.#options.sn, id, execution, this.#faults))
      executed++
      this.#options.onCommand({ id, text, verb: execution.verb, code: execution.code })
      afterwards = execution.afterwards ?? afterwards
      if (execution.afterwards === 'reboot') break
    }
    if (executed > 0) await this.#acknowledge(results)
    if (afterwards) this.#registered = false
    return executed
  }

  #execute(text: string): Execution {
    if (this.#faults.failCommands) return { verb: text.replace(/ .*$/s, ''), code: -1002 }
    return execute(this.#device, this.#options.sn, text, this.#faults)
  }

  async #acknowledge(results: readonly string[]): Promise<void> {
    this.#introduced = false
    const body = results.join(this.#faults.crlf ? '\r\n' : '\n')
    for (let time = this.#faults.duplicateResults ? 2 : 1; time > 0; time--)
      await this.#channel.post('devicecmd', '', body)
    await this.#pushOutbox()
  }
}
