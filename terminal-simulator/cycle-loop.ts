// Schedules a terminal's poll cycles and pauses while it has power and a connection.

import type { PollCycleReport, TerminalSession } from './attendance-session.ts'
import type { HttpConnections } from './http-connections.ts'
import { InterruptibleWait } from './interruptible-wait.ts'

type Timing = { delayScale?: number; errorDelayMs?: number }

type Parts = { session: TerminalSession; wire: HttpConnections; onCycle: (report: PollCycleReport) => void }

export type PollCycleLoop = {
  /** Runs cycles until stopped. */
  start(): void
  /** Resolves when no socket is open; the terminal may be started again. */
  stop(): Promise<void>
  /** Runs one cycle without timers. Throws while the terminal is started. */
  step(): Promise<PollCycleReport>
  /** Simulates a short power cut: users and records stay, memory is lost. For a longer one call `goOffline` first. */
  powerCut(): void
  /** Seconds until the next poll, before `delayScale` is applied. */
  pollSeconds(): number
  goOffline(): void
  goOnline(): void
  /** Begins the next cycle at once, since an event waits for upload, unless the last cycle failed. */
  hurry(): void
}

/** Switches power and network. `wake` ends the terminal's wait. */
function createSupply({ session, wire }: Parts, wake: () => void) {
  let online = true
  return {
    isOnline: () => online,
    powerCut() {
      session.loseMemory()
      void wire.close()
      if (online) wire.reopen()
      wake()
    },
    goOffline() {
      online = false
      session.forget()
      void wire.close()
    },
    goOnline() {
      online = true
      wire.reopen()
      wake()
    },
  }
}

export function createPollCycleLoop({ delayScale: scale = 1, errorDelayMs }: Timing, parts: Parts): PollCycleLoop {
  const { session, wire, onCycle } = parts
  let pause = new InterruptibleWait()
  let healthy = false
  let running: Promise<void> | null = null
  let stopping = false
  const { isOnline, ...supply } = createSupply(parts, () => running && pause.end())

  async function cycle(): Promise<PollCycleReport> {
    const report = await session.cycle()
    healthy = report.ok
    onCycle(report)
    return report
  }
  async function run(): Promise<void> {
    while (!stopping) {
      const { ok } = await cycle()
      const failureMs = errorDelayMs ?? session.errorDelaySeconds * 1000 * scale
      if (!stopping) await pause.wait(ok ? session.pollSeconds * 1000 * scale : failureMs)
    }
  }
  return {
    ...supply,
    start() {
      if (running) return
      stopping = false
      // The wait is replaced, since an end requested before the start would cut the first delay short.
      pause = new InterruptibleWait()
      running = run()
    },
    async stop() {
      stopping = true
      pause.end()
      session.interrupt()
      await wire.close()
      await running
      running = null
      if (isOnline()) wire.reopen()
    },
    step() {
      if (running) throw new Error('step() is for a terminal that is not started')
      return cycle()
    },
    pollSeconds: () => session.pollSeconds,
    // After a failure the terminal waits for its full delay, even if events occur.
    hurry() {
      if (running && healthy) pause.end()
    },
  }
}
