import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

interface Starting {
  connection: pg.ClientConfig
  exited: Promise<unknown>
  lastLines: (count: number) => string[]
  log: (line: string) => void
}

/** Longest time in milliseconds in which PostgreSQL reports neither that it is ready nor that it is starting. */
const SILENT_MS = 5 * 60_000
const TELL_EVERY_MS = 20_000

/**
 * Recovery has no time limit: a stop would repeat it. @throws StartRefusal if PostgreSQL ended or was silent for too long
 */
export async function waitUntilReady({ connection, exited, lastLines, log }: Starting): Promise<void> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  const begun = performance.now()
  let [told, deadline] = [begun, begun + SILENT_MS]
  for (let looks = 0; !ended && performance.now() < deadline; looks++) {
    const answer = await tryQuery(connection)
    if (answer === 'ready') return
    if (answer === 'starting') {
      const now = performance.now()
      deadline = now + SILENT_MS
      if (now - told >= TELL_EVERY_MS) {
        told = now
        log(isStarting(now - begun))
      }
    }
    await pause(looks < 500 ? 15 : 250)
  }
  throw new StartRefusal(`PostgreSQL no arrancó: ${findReason(lastLines(200))}`)
}

function isStarting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const passed = seconds < 120 ? `${seconds} segundos` : `${Math.floor(seconds / 60)} minutos`
  return `La base de datos repasa lo último que se registró, como tras un corte de luz: lleva ${passed}. Espera sin apagar el equipo.`
}

function findReason(lines: string[]): string {
  // Refusal of early connections, which is not the reason why PostgreSQL ended.
  const tooEarly = /FATAL: {2}the database system is /
  const reason = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line) && !tooEarly.test(line)) ?? lines.at(-1)
  return reason || 'no dijo por qué'
}

async function tryQuery(connection: pg.ClientConfig): Promise<'ready' | 'starting' | 'none'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // A PostgreSQL that ends is reported by the promise `exited`.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (error) {
    // SQLSTATE cannot_connect_now
    return getErrorCode(error) === '57P03' ? 'starting' : 'none'
  } finally {
    await client.end().catch(() => {})
  }
}
