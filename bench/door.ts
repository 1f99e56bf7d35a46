// From a terminal's upload to the stream of an open screen: 100 terminals in 10 gyms, 300 streams.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { serialNumber, smallGyms, terminals } from './gyms.ts'
import { type Measured, request, summarize } from './load.ts'
import type { RunningProcess } from './processes.ts'
import { atMost, type Row } from './report.ts'
import { bearerOf } from './session.ts'
import { call } from './terminal-calls.ts'

const streams = 300
/** As a person has who sits at several of them; the server allows twenty. */
const streamsOfSession = 10
const gyms = terminals / 10
const passesPerSecond = 50
const seconds = 20

/** Answers the time at which each pass, known by its gym and client's message, was first and last seen. */
function listen(port: number, headers: Record<string, string>, onNews: (text: string) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('connect', () => socket.write(request('GET', '/v1/notifications/sse', headers)))
  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => onNews(data.toString('utf8')))
  return socket
}

const two = (value: number) => String(value).padStart(2, '0')
/** The wall clock of the gyms' zone, UTC−4, as a terminal writes it; `count` makes each pass another second. */
function deviceTime(count: number): string {
  const time = new Date(Date.now() - 4 * 3_600_000 - count * 1000)
  return `${time.getUTCFullYear()}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())} ${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`
}

interface Scene {
  port: number
  /** When a pass in a gym was sent; the next news of that gym is it. */
  sent: Map<number, number[]>
  times: number[]
}

async function openStreams({ port, sent, times }: Scene): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let gym = 0; gym < gyms; gym += 1) {
    let headers = await bearerOf(port, smallGyms.first + gym)
    for (let stream = 0; stream < streams / gyms; stream += 1) {
      if (stream > 0 && stream % streamsOfSession === 0) headers = await bearerOf(port, smallGyms.first + gym)
      let seen = 0
      let opened = false
      const socket = listen(port, headers, (text) => {
        const news = text.match(/"title":"Acceso"/g)?.length ?? 0
        if (!opened) {
          opened = text.includes('data: [')
          return
        }
        for (let index = 0; index < news; index += 1) {
          const began = sent.get(gym)?.[seen++]
          if (began !== undefined) times.push(performance.now() - began)
        }
      })
      sockets.push(socket)
      await once(socket, 'data')
    }
  }
  return sockets
}

async function pass({ port, sent }: Scene, count: number): Promise<void> {
  const terminal = count % terminals
  const gym = Math.floor(terminal / 10)
  const pin = 1 + (count % smallGyms.clients)
  sent.set(gym, [...(sent.get(gym) ?? []), performance.now()])
  await call(
    port,
    'POST',
    `/iclock/cdata?SN=${serialNumber(terminal)}&table=ATTLOG&Stamp=9999`,
    `${pin}\t${deviceTime(Math.floor(count / terminals))}\t0\t15\t0\t0\n`,
  )
}

/** Each gym's passes go one after the other, so that the order of its news is known. */
async function passes(scene: Scene): Promise<void> {
  const queues = new Map<number, Promise<void>>()
  for (let count = 0; count < passesPerSecond * seconds; count += 1) {
    const gym = Math.floor((count % terminals) / 10)
    queues.set(
      gym,
      (queues.get(gym) ?? Promise.resolve()).then(() => pass(scene, count)),
    )
    await new Promise((resolve) => setTimeout(resolve, 1000 / passesPerSecond))
  }
  await Promise.all(queues.values())
}

/** Memory is read with the streams open. */
export async function measureDoor(product: RunningProcess): Promise<{ rows: Row[]; memory: number }> {
  const scene: Scene = { port: product.port, sent: new Map(), times: [] }
  const sockets = await openStreams(scene)
  const polling = setInterval(() => {
    for (let terminal = 0; terminal < terminals; terminal += 1)
      void call(product.port, 'GET', `/iclock/getrequest?SN=${serialNumber(terminal)}`).catch(() => {})
  }, 10_000)
  for (let terminal = 0; terminal < terminals; terminal += 1)
    await call(product.port, 'GET', `/iclock/getrequest?SN=${serialNumber(terminal)}`)
  const begun = performance.now()
  await passes(scene)
  const expected = passesPerSecond * seconds * (streams / gyms)
  for (let patience = 0; scene.times.length < expected && patience < 100; patience += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  clearInterval(polling)
  const memory = product.memory()
  for (const socket of sockets) socket.destroy()
  if (scene.times.length !== expected) throw new Error(`${scene.times.length} of ${expected} arrivals were seen`)
  const measured: Measured = summarize(scene.times, performance.now() - begun)
  return {
    memory,
    rows: [
      {
        what: `Pass at the door → stream of an open screen: ${terminals} terminals, ${streams} streams, ${passesPerSecond} passes a second`,
        ours: measured,
        ...atMost(measured.p99, 100, 'ms p99'),
      },
    ],
  }
}
