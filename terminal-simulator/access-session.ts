// Sends the requests of a terminal of the access dialect (protocol §11): registration, events at doors, and polls.

import { executeAccessCommand, formatUserRow, type QueryResult } from './access-tables.ts'
import type { PollCycleReport, TerminalSession, TerminalSessionOptions } from './attendance-session.ts'
import { CommandQueue } from './command-queue.ts'
import { parseCommands, parseKeyValueLines } from './command-text.ts'
import type { AttendanceRecord, Device } from './device.ts'
import { WireError } from './parse-answer.ts'
import { type ServerChannel, ServerRefusal } from './server-channel.ts'
import type { Faults } from './terminal-faults.ts'
import { joinLines, listOptionLines, listRegistryLines } from './upload-lines.ts'

const batchSize = 128
/** Result code of a command that the firmware does not support (protocol §11). */
const unsupported = -708

/** Formats an event. `index` is a counter; `inoutstatus` 1 means an exit, at a second reader. */
const eventLine = ({ pin, time, event = 0, status, number, line, door = 1 }: AttendanceRecord): string =>
  line ??
  `time=${time}\tpin=${pin}\tcardno=0\teventaddr=${door}\tevent=${event}\tinoutstatus=${status === 1 ? 1 : 0}\tverifytype=15\tindex=${number}\tsitecode=0\tlinkid=0\tmaskflag=0\ttemperature=0\tconvtemperature=0`

export class AccessSession implements TerminalSession {
  delaySeconds = 10
  errorDelaySeconds = 30
  lastError: string | null = null
  #registered = false
  readonly #options: TerminalSessionOptions
  readonly #device: Device
  readonly #faults: Faults
  readonly #channel: ServerChannel
  readonly #work: CommandQueue

  constructor(options: TerminalSessionOptions, device: Device, faults: Faults, channel: ServerChannel) {
    this.#options = options
    this.#device = device
    this.#faults = faults
    this.#channel = channel
    this.#work = new CommandQueue(options, device, faults)
  }

  get pollSeconds(): number {
    return this.delaySeconds
  }

  forget(): void {
    this.#registered = false
  }

  interrupt(): void {
    this.#work.interrupt()
  }

  loseMemory(): void {
    this.#work.loseMemory()
    this.forget()
  }

  async cycle(): Promise<PollCycleReport> {
    const report: PollCycleReport = { ok: false, records: 0, commands: 0 }
    try {
      if (!this.#registered) await this.#register()
      await this.#pushOutbox()
      report.records = await this.#pushEvents()
      await this.#channel.post(
        'cdata',
        'table=rtstate',
        `time=${this.#now()}\tsensor=00\trelay=00\talarm=0000000000000000\r\n`,
      )
      report.commands = await this.#poll()
      report.ok = true
    } catch (error) {
      if (!(error instanceof WireError || error instanceof ServerRefusal)) throw error
      this.lastError = error.message
      if (error instanceof WireError && error.failure === 'unreachable') this.#registered = false
    }
    return report
  }

  #now(): string {
    return this.#device.timeOf(this.#device.clock.now())
  }

  /** Sends the handshake. A bare OK as answer means that the server does not know the terminal yet. */
  async #register(): Promise<void> {
    const { sn, language } = this.#options
    const query = `options=all&pushver=3.1.2&DeviceType=acc&PushOptionsFlag=1&language=${language}`
    let answer = await this.#channel.get('cdata', query)
    if (!answer.startsWith('registry=ok')) {
      const code = await this.#channel.post('registry', '', listRegistryLines(this.#device).join(','))
      if (!/^RegistryCode=.{1,32}$/.test(code)) throw new ServerRefusal(`registry answered ${JSON.stringify(code)}`)
      answer = await this.#channel.post('push', '', '')
    }
    const options = parseKeyValueLines(answer.split(/\r?\n/))
    if (!options.has('RequestDelay')) throw new ServerRefusal('no configuration in the answer')
    this.delaySeconds = Number(options.get('RequestDelay')) || 10
    this.errorDelaySeconds = Number(options.get('ErrorDelay')) || 30
    this.#registered = true
    await this.#channel.post('cdata', 'table=options', listOptionLines(this.#device, sn, this.#faults).join(','))
  }

  /** Uploads rows changed at the terminal. They are sent again unless the answer has the exact count. */
  async #pushOutbox(): Promise<void> {
    const device = this.#device
    for (let upload = device.outbox[0]; upload; upload = device.outbox[0]) {
      const { table, lines } = upload
      await this.#pushRows('cdata', `table=tabledata&tablename=${table}&count=${lines.length}`, table, lines)
      if (device.outbox[0] === upload) device.outbox.shift()
    }
  }

  async #pushRows(page: string, query: string, table: string, rows: readonly string[]): Promise<void> {
    const answer = await this.#channel.post(page, query, joinLines(rows, this.#faults))
    if (answer.trim() !== `${table}=${rows.length}`)
      throw new ServerRefusal(`${table} of ${rows.length} rows answered ${JSON.stringify(answer)}`)
  }

  async #pushEvents(): Promise<number> {
    const { records, sent } = this.#device
    const batch = records.slice(sent, sent + batchSize)
    if (batch.length === 0) return 0
    for (let time = 0; time < Math.max(1, this.#faults.resendTimes); time++)
      await this.#channel.post('cdata', 'table=rtlog', joinLines(batch.map(eventLine), this.#faults))
    if (this.#device.records === records && this.#device.sent === sent) this.#device.sent = sent + batch.length
    return batch.length
  }

  async #poll(): Promise<number> {
    const { pollsByPush } = this.#device.firmware
    const answer = pollsByPush ? await this.#channel.post('push', '', '') : await this.#channel.get('getrequest', '')
    const { executed, results } = await this.#work.carryOut(
      parseCommands(answer),
      (text) => executeAccessCommand(this.#device, text, this.#faults),
      unsupported,
    )
    if (results) await this.#acknowledge(results, executed)
    return executed.length
  }

  async #acknowledge(
    results: readonly string[],
    executed: readonly { id: string; answer?: QueryResult }[],
  ): Promise<void> {
    const answers = executed.flatMap(({ id, answer }) => (answer ? { ...answer, id } : []))
    const { queryRowsFirst } = this.#device.firmware
    if (queryRowsFirst) await this.#answer(answers)
    for (let time = this.#faults.duplicateResults ? 2 : 1; time > 0; time--)
      await this.#channel.post('devicecmd', '', `${results.join('\n')}\r\n`)
    if (!queryRowsFirst) await this.#answer(answers)
    await this.#pushOutbox()
  }

  async #answer(answers: readonly (QueryResult & { id: string })[]): Promise<void> {
    for (const { id, type, table, rows } of answers) {
      const { queryBatch } = this.#device.firmware
      const packs = Math.ceil(rows.length / queryBatch)
      for (let pack = 0; pack < packs; pack++) {
        const some = rows.slice(pack * queryBatch, (pack + 1) * queryBatch)
        const query = `type=${type}&cmdid=${id}&tablename=${table}&count=${some.length}&packcnt=${packs}&packidx=${pack + 1}`
        if (type === 'count') await this.#channel.post('querydata', query, some.join(''))
        else await this.#pushRows('querydata', query, table, some)
      }
    }
  }
}

/** Queues the row of a person who was enrolled or changed at the terminal's menu. */
export const queueUserReport = (device: Device, pin: string, faults: Faults): void => {
  const user = device.users.get(pin)
  if (user) device.outbox.push({ table: 'user', lines: [formatUserRow(user, device, faults)] })
}
