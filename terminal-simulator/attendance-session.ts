// Sends the requests of a terminal in the order of the protocol's §15.

import { CommandQueue, type ExecutedCommand } from './command-queue.ts'
import { parseCommands, parseKeyValueLines, unsupportedCommandCode } from './command-text.ts'
import type { Device } from './device.ts'
import { executeAttendanceCommand } from './execute-command.ts'
import { WireError } from './parse-answer.ts'
import { type ServerChannel, ServerRefusal } from './server-channel.ts'
import type { Faults } from './terminal-faults.ts'
import { formatPollInfo, listOptionLines } from './upload-lines.ts'
import { UploadSender } from './uploads.ts'
import { expireUsers } from './validity.ts'

/** `ok` is false if the server was unreachable or refused; `records` is the number of accepted records. */
export type PollCycleReport = { ok: boolean; records: number; commands: number }

export type TerminalSessionOptions = {
  sn: string
  /** Null omits the parameter. */
  pushver: string | null
  language: number
  onCommand: (command: ExecutedCommand) => void
}

/** A session in the attendance or the access dialect. */
export interface TerminalSession {
  /** Pause in seconds after a successful cycle. `errorDelaySeconds` is the pause after a failed one. */
  readonly pollSeconds: number
  readonly errorDelaySeconds: number
  readonly lastError: string | null
  /** Makes the next cycle begin with a handshake. */
  forget(): void
  /** Interrupts the execution of slow commands. */
  interrupt(): void
  /** Simulates a loss of the data in memory. The next cycle begins with a handshake. */
  loseMemory(): void
  /** Uploads events, polls once and reports the results of the commands. Never rejects. */
  cycle(): Promise<PollCycleReport>
}

/** Seconds between polls after an event, if idle polls are less frequent (protocol §6.1: 1–3 s). */
const busyPollSeconds = 2

export class AttendanceSession implements TerminalSession {
  delaySeconds = 10
  errorDelaySeconds = 30
  lastError: string | null = null
  #registered = false
  #introduced = false
  #busy = false
  readonly #uploads: UploadSender
  readonly #work: CommandQueue
  readonly #options: TerminalSessionOptions
  readonly #channel: ServerChannel
  readonly #device: Device
  readonly #faults: Faults

  constructor(options: TerminalSessionOptions, device: Device, faults: Faults, channel: ServerChannel) {
    this.#options = options
    this.#device = device
    this.#faults = faults
    this.#channel = channel
    this.#uploads = new UploadSender(device, faults, channel)
    this.#work = new CommandQueue(options, device, faults)
  }

  get pollSeconds(): number {
    const { idlePollSeconds } = this.#device.firmware
    if (idlePollSeconds === null) return this.delaySeconds
    return this.#busy ? busyPollSeconds : idlePollSeconds
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

  /** Sends a handshake if needed, uploads, one poll, and the results of its commands. Never rejects. */
  async cycle(): Promise<PollCycleReport> {
    const report: PollCycleReport = { ok: false, records: 0, commands: 0 }
    try {
      expireUsers(this.#device)
      const fresh = !this.#registered
      if (fresh) await this.#handshake()
      if (fresh) report.commands = await this.#poll()
      await this.#uploads.pushOutbox()
      report.records = await this.#uploads.pushAttendance()
      if (!fresh) report.commands = await this.#poll()
      report.ok = true
      this.#busy = report.records > 0 || report.commands > 0
    } catch (error) {
      if (!(error instanceof WireError || error instanceof ServerRefusal)) throw error
      this.lastError = error.message
      if (error instanceof WireError && error.failure === 'unreachable') this.#registered = false
    }
    return report
  }

  async #handshake(): Promise<void> {
    const { sn, pushver, language } = this.#options
    const query = [
      'options=all',
      ...(pushver === null ? [] : [`pushver=${pushver}`]),
      `language=${language}`,
      'DeviceType=att',
      'PushOptionsFlag=1',
    ].join('&')
    const [first, ...lines] = (await this.#channel.get('cdata', query)).split(/\r?\n/)
    if (first !== `GET OPTION FROM: ${sn}`) throw new ServerRefusal('no options in the answer to the handshake')
    const options = parseKeyValueLines(lines)
    this.delaySeconds = Number(options.get('Delay')) || 10
    this.errorDelaySeconds = Number(options.get('ErrorDelay')) || 30
    if (!this.#device.firmware.ignoresTimeZone) this.#device.clock.followZone(options.get('TimeZone'))
    this.#uploads.follow(options)
    this.#registered = true
    this.#introduced = false
    // The terminal sends its options on request (protocol §4).
    if (options.get('PushOptionsFlag') === '1')
      await this.#channel.post('cdata', 'table=options', listOptionLines(this.#device, sn, this.#faults).join(','))
  }

  async #poll(): Promise<number> {
    const isSilent = this.#introduced && !this.#faults.infoAtEachPoll
    const query = isSilent ? '' : `INFO=${formatPollInfo(this.#device, this.#faults)}`
    const answer = await this.#channel.get('getrequest', query)
    this.#introduced = true
    const { executed, results } = await this.#work.carryOut(
      parseCommands(answer),
      (text) => executeAttendanceCommand(this.#device, this.#options.sn, text, this.#faults),
      unsupportedCommandCode,
    )
    if (results) await this.#acknowledge(results)
    if (executed.some(({ afterAnswer }) => afterAnswer)) this.#registered = false
    return executed.length
  }

  async #acknowledge(results: readonly string[]): Promise<void> {
    this.#introduced = false
    if (this.#device.firmware.queryRowsFirst) await this.#uploads.pushOutbox()
    const body = results.join(this.#faults.crlf ? '\r\n' : '\n')
    for (let time = this.#faults.duplicateResults ? 2 : 1; time > 0; time--)
      await this.#channel.post('devicecmd', '', body)
    await this.#uploads.pushOutbox()
  }
}
