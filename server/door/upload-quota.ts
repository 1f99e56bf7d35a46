// More lines a day mean a fault or abuse. Only stored lines count. Days are the gym's own, `YYYY-MM-DD`.
import { maxUploadLinesPerDay } from '@torniquete/contract/door/device-traffic.ts'
import type { Services } from '../services.ts'
import { recordQuotaExceeded } from './terminal-states.ts'
import type { Terminal } from './terminals.ts'

export class UploadQuota {
  readonly #services: Pick<Services, 'database' | 'log'>
  readonly #sent = new Map<string, { day: string; lines: number }>()

  constructor(services: Pick<Services, 'database' | 'log'>) {
    this.#services = services
  }

  hasRoomFor(sn: string, lines: number, day: string): boolean {
    return this.#today(sn, day) + lines <= maxUploadLinesPerDay
  }

  charge(sn: string, lines: number, day: string): void {
    this.#sent.set(sn, { day, lines: this.#today(sn, day) + lines })
  }

  /** Notifies that a terminal exceeded its quota: once a day, over all servers. */
  async reportExceeded(terminal: Terminal, day: string, now: Date): Promise<void> {
    const { database, log } = this.#services
    const { gym, id, sn } = terminal
    if (await database.write({ gym, user: null }, (tx) => recordQuotaExceeded(tx, terminal, day, now)))
      log.warn({ gym, device: id, sn, day }, 'a terminal sends more lines than are taken in a day')
  }

  #today(sn: string, day: string): number {
    const known = this.#sent.get(sn)
    return known?.day === day ? known.lines : 0
  }
}
