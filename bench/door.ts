// Measures the time from a terminal's upload of a pass to the event streams of open screens, and to the row on the
// page: 100 terminals in 10 gyms, 300 streams.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createTerminal, type Terminal, type TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { formatSerialNumber, smallGyms, terminalCount } from './bench-gyms.ts'
import { launchChromium, makeLoginScript } from './chromium.ts'
import type { RunningProcess } from './processes.ts'
import { formatHttpRequest, type LoadMeasurement, summarizeRequestTimes } from './run-load.ts'
import { sendTerminalRequest } from './terminal-calls.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const streams = 300
/** Number of streams that the benchmark opens per session; the server allows twenty. */
const streamsOfSession = 10
const gyms = terminalCount / 10
const passesPerSecond = 50
const seconds = 20

/** Opens an event stream and calls `onNews` with each received text. */
function listen(port: number, headers: Record<string, string>, onNews: (text: string) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('connect', () => socket.write(formatHttpRequest('GET', '/v1/notifications/sse', headers)))
  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => onNews(data.toString('utf8')))
  return socket
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0')
/** Current time in the gyms' time zone (UTC−4), in the format in which a terminal sends it. */
function deviceTime(): string {
  const time = new Date(Date.now() - 4 * 3_600_000)
  return `${time.getUTCFullYear()}-${padTwoDigits(time.getUTCMonth() + 1)}-${padTwoDigits(time.getUTCDate())} ${padTwoDigits(time.getUTCHours())}:${padTwoDigits(time.getUTCMinutes())}:${padTwoDigits(time.getUTCSeconds())}`
}

interface Scene {
  port: number
  /** Times at which the passes of each gym were sent. The n-th event of a stream is about the n-th pass. */
  sent: Map<number, number[]>
  times: number[]
  /** True if the terminals use the access protocol (PUSH 3.x). */
  isAccess: boolean
}

async function openStreams({ port, sent, times }: Scene): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let gym = 0; gym < gyms; gym += 1) {
    let headers = await fetchAuthorizationHeader(port, smallGyms.first + gym)
    for (let stream = 0; stream < streams / gyms; stream += 1) {
      if (stream > 0 && stream % streamsOfSession === 0)
        headers = await fetchAuthorizationHeader(port, smallGyms.first + gym)
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

/** Number of the terminal that sends pass `count`: cycles through the gyms, and in each gym through its terminals. */
const chooseTerminal = (count: number) => (count % gyms) * 10 + (Math.floor(count / gyms) % 10)

async function sendPass({ port, sent, isAccess }: Scene, count: number): Promise<void> {
  const terminal = chooseTerminal(count)
  const gym = Math.floor(terminal / 10)
  // Each client passes once, because a second pass within a minute would count as the same visit.
  const pin = 1 + (Math.floor(count / gyms) % smallGyms.clients)
  sent.set(gym, [...(sent.get(gym) ?? []), performance.now()])
  const time = deviceTime()
  const [table, line] = isAccess
    ? [
        'rtlog',
        `time=${time}\tpin=${pin}\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=${count}\r\n`,
      ]
    : ['ATTLOG&Stamp=9999', `${pin}\t${time}\t0\t15\t0\t0\n`]
  await sendTerminalRequest(port, 'POST', `/iclock/cdata?SN=${formatSerialNumber(terminal)}&table=${table}`, line)
}

/** Sends the passes of one gym one after the other, so that the order of its events is known. */
async function sendPasses(scene: Scene, first = 0): Promise<void> {
  const queues = new Map<number, Promise<void>>()
  for (let count = first; count < first + passesPerSecond * seconds; count += 1) {
    const gym = Math.floor(chooseTerminal(count) / 10)
    queues.set(
      gym,
      (queues.get(gym) ?? Promise.resolve()).then(() => sendPass(scene, count)),
    )
    await new Promise((resolve) => setTimeout(resolve, 1000 / passesPerSecond))
  }
  await Promise.all(queues.values())
}

/** Browser script that records the time at which each additional row was painted. */
const watchPaint = `(() => {
  const count = () => Number(document.querySelector('table[aria-rowcount]').getAttribute('aria-rowcount'))
  window.painted = []
  let seen = count()
  const step = () => {
    const now = count()
    // A row that exists at the beginning of a frame was drawn with the previous one.
    for (; seen < now; seen += 1) window.painted.push(performance.timeOrigin + performance.now())
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})()`

/** Sends another round of passes while a browser shows one gym's page. */
async function measurePainted(scene: Scene, round: number): Promise<LoadMeasurement> {
  const gym = 0
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(await makeLoginScript(scene.port, smallGyms.first + gym))
    await page.goto(`http://127.0.0.1:${scene.port}/attendance`)
    await page.getByRole('table', { name: 'Asistencias' }).locator('tbody tr').first().waitFor()
    // Waits for the code of long lists, which loads separately and renders the rows a second time.
    await page.waitForTimeout(1000)
    await page.evaluate(watchPaint)
    const before = scene.sent.get(gym)?.length ?? 0
    const begun = performance.now()
    await sendPasses(scene, round * passesPerSecond * seconds)
    const sent = scene.sent.get(gym)?.slice(before) ?? []
    let painted: number[] = []
    for (let patience = 0; painted.length < sent.length && patience < 100; patience += 1) {
      await page.waitForTimeout(50)
      painted = await page.evaluate<number[]>('window.painted')
    }
    if (painted.length !== sent.length) throw new Error(`${painted.length} of ${sent.length} rows were painted`)
    const times = sent.map((at, index) => (painted[index] ?? Number.NaN) - performance.timeOrigin - at)
    return summarizeRequestTimes(times, performance.now() - begun)
  } finally {
    await browser.close()
  }
}

/** Milliseconds after which another pass of the same client counts as another visit. */
const nextVisitMs = 60_000
/** Number of poll cycles in which a terminal must have received and acknowledged all users. */
const maxFillCycles = 200

/**
 * Starts terminals of one protocol that answer like real ones: they list their users and acknowledge commands. They
 * receive all users before the measurement, then poll spread over the ten seconds.
 */
async function startTerminals(port: number, firmware: NonNullable<TerminalOptions['firmware']>): Promise<Terminal[]> {
  const fleet = Array.from({ length: terminalCount }, (_, terminal) =>
    createTerminal({ host: '127.0.0.1', port, sn: formatSerialNumber(terminal), firmware }),
  )
  for (const terminal of fleet) await fill(terminal)
  for (const terminal of fleet) {
    terminal.start()
    await new Promise((resolve) => setTimeout(resolve, 10_000 / terminalCount))
  }
  return fleet
}

/** Polls until two cycles in a row bring no command. */
async function fill(terminal: Terminal): Promise<void> {
  let quiet = 0
  for (let cycle = 0; cycle < maxFillCycles && quiet < 2; cycle += 1) {
    const { ok, commands } = await terminal.step()
    if (!ok) throw new Error(`a terminal was refused: ${terminal.stats().lastError}`)
    quiet = commands === 0 ? quiet + 1 : 0
  }
  if (quiet < 2) throw new Error('a terminal does not finish its commands')
}

/** `memory` is measured while the streams are open, in MB. */
export async function measurePassLatency(product: RunningProcess): Promise<{ rows: BenchReportRow[]; memory: number }> {
  const scene: Scene = { port: product.port, sent: new Map(), times: [], isAccess: false }
  const ofAttendance = await startTerminals(product.port, { dialect: 'attendance' })
  const sockets = await openStreams(scene)
  const begun = performance.now()
  await sendPasses(scene)
  const expected = passesPerSecond * seconds * (streams / gyms)
  for (let patience = 0; scene.times.length < expected && patience < 100; patience += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const memory = product.memory()
  if (scene.times.length !== expected) throw new Error(`${scene.times.length} of ${expected} arrivals were seen`)
  const measured: LoadMeasurement = summarizeRequestTimes(scene.times, performance.now() - begun)
  const painted = await measurePainted(scene, 1)
  await Promise.all(ofAttendance.map((terminal) => terminal.stop()))
  scene.isAccess = true
  const anotherVisit = new Promise((resolve) => setTimeout(resolve, nextVisitMs))
  const ofAccess = await startTerminals(product.port, { dialect: 'access', deviceName: 'SenseFace 4A' })
  await anotherVisit
  const inAccess = await measurePainted(scene, 2)
  await Promise.all(ofAccess.map((terminal) => terminal.stop()))
  for (const socket of sockets) socket.destroy()
  return {
    memory,
    rows: [
      {
        what: `Pass at the door → stream of an open screen: ${terminalCount} terminals, ${streams} streams, ${passesPerSecond} passes a second`,
        ours: measured,
        ...compareToMaximum(measured.p99, 100, 'ms p99'),
      },
      {
        what: 'The same → painted row of Asistencias in Chromium, which shares the two cores',
        ours: painted,
        ...compareToMaximum(painted.p99, 60, 'ms p99'),
      },
      {
        what: 'Pass at a terminal of the access dialect (PUSH 3.x) → painted row of Asistencias in Chromium',
        ours: inAccess,
        ...compareToMaximum(inAccess.p99, 60, 'ms p99'),
      },
    ],
  }
}
