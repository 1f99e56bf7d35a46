// Executes the commands of a poll one after the other in either dialect, until the power is cut.

import type { WaitingCommand } from './command-text.ts'
import type { Device } from './device.ts'
import { type CommandOutcome, formatCommandResults } from './execute-command.ts'
import { InterruptibleWait } from './interruptible-wait.ts'
import type { Faults } from './terminal-faults.ts'

export type ExecutedCommand = { id: string; text: string; verb: string; code: number }

type Carried<Done> = {
  executed: (Done & { id: string })[]
  /** Result lines; null if the terminal forgot the command in a power cut. */
  results: string[] | null
}

type WorkOptions = { sn: string; onCommand: (command: ExecutedCommand) => void }

export class CommandQueue {
  /** Number of times that the power was switched on. */
  #life = 0
  #pause: InterruptibleWait | null = null
  readonly #options: WorkOptions
  readonly #device: Device
  readonly #faults: Faults

  constructor(options: WorkOptions, device: Device, faults: Faults) {
    this.#options = options
    this.#device = device
    this.#faults = faults
  }

  interrupt(): void {
    this.#pause?.end()
    this.#pause = null
  }

  loseMemory(): void {
    this.interrupt()
    this.#life++
    this.#device.loseMemory()
  }

  /** Executes as many commands as the limit allows. `refusal`: return code of firmware that refuses every command. */
  async carryOut<Done extends CommandOutcome>(
    commands: readonly WaitingCommand[],
    execute: (text: string) => Done,
    refusal: number,
  ): Promise<Carried<Done | CommandOutcome>> {
    if (this.#faults.ignoreCommands) return { executed: [], results: null }
    const { commandsPerPoll, commandMs } = this.#device.firmware
    const executed: ((Done | CommandOutcome) & { id: string })[] = []
    const results: string[] = []
    const life = this.#life
    const pause = new InterruptibleWait()
    this.#pause = pause
    for (const { id, text } of commands.slice(0, commandsPerPoll)) {
      if (commandMs > 0) await pause.wait(commandMs)
      if (this.#pause !== pause) break
      const refused: CommandOutcome = { verb: text.replace(/ .*$/s, ''), code: refusal }
      const done = this.#faults.failCommands ? refused : execute(text)
      executed.push({ ...done, id })
      if (!done.isSilent) results.push(...formatCommandResults(this.#options.sn, id, done, this.#faults))
      this.#options.onCommand({ id, text, verb: done.verb, code: done.code })
      if (done.afterAnswer === 'reboot') break
    }
    return { executed, results: results.length > 0 && this.#life === life ? results : null }
  }
}
