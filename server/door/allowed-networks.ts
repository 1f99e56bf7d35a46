// Restricts terminals to the networks of DOOR_NETWORKS. Refused calls are counted, and logged once a minute.
import { type BlockList, isIPv6 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { MetricFamilies } from '../platform/metrics.ts'

const logIntervalMs = 60_000

export class AllowedNetworks {
  readonly #allowed: BlockList | undefined
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #refused = 0
  #loggedAt = 0

  /** If `allowed` is undefined, calls from every address are allowed. */
  constructor(allowed: BlockList | undefined, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#allowed = allowed
    this.#log = log
  }

  isAllowed(address: string, now: Date): boolean {
    if (!this.#allowed || this.#allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return true
    this.#refused += 1
    if (now.getTime() - this.#loggedAt >= logIntervalMs) {
      this.#log.warn({ address, calls: this.#refused }, 'the door was called from outside DOOR_NETWORKS')
      this.#loggedAt = now.getTime()
    }
    return false
  }

  readonly families: MetricFamilies = {
    torniquete_door_refused_total: {
      help: 'Calls to the door that were refused before anything of them was read.',
      type: 'counter',
      values: async () => [['why="network"', this.#refused]],
    },
  }
}
