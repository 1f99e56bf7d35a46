import { maxUploadLinesPerDay } from '@torniquete/contract/door/device-traffic.ts'

/** Counts stored lines per terminal and day (`YYYY-MM-DD` in the gym's zone). More lines mean a fault or abuse. */
export class UploadQuota {
  readonly #sent = new Map<string, { day: string; lines: number }>()

  hasRoomFor(sn: string, lines: number, day: string): boolean {
    return this.#today(sn, day) + lines <= maxUploadLinesPerDay
  }

  charge(sn: string, lines: number, day: string): void {
    this.#sent.set(sn, { day, lines: this.#today(sn, day) + lines })
  }

  #today(sn: string, day: string): number {
    const known = this.#sent.get(sn)
    return known?.day === day ? known.lines : 0
  }
}
