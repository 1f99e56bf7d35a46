// Simulates members who arrive at three terminals: one works well, one is full, slow and often offline, and one records
// exits.
import { createTerminal, type Terminal, type TerminalOptions } from '../terminal-simulator/terminal.ts'
import { demoTerminals } from './demo-gym.ts'

type Range = readonly [shortest: number, longest: number]

const minute = 60_000
const arrivalPauseMs: Range = [3000, 9000]
const departurePauseMs: Range = [20_000, minute]
/** Ranges of milliseconds for which the back door is online and offline. */
const line = { holds: [3 * minute, 6 * minute], isAway: [2 * minute, 4 * minute] } as const

/** Number of users that fit on the back door's terminal, fewer than the gym has. This model reports it in hundreds. */
const backDoorUsers = 100

/** Runs `act` repeatedly after pauses of `pauseMs()` milliseconds, until the returned function is called. */
function repeatWithPauses(pauseMs: () => number, act: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      act()
      wait()
    }, pauseMs())
  }
  wait()
  return () => clearTimeout(timer)
}

const pickWithin = ([shortest, longest]: Range) => shortest + Math.random() * (longest - shortest)

/** Number of people inside; if exceeded, the person who entered first leaves. */
const maxInside = 12

/** PINs of people inside, in order of entry. */
type Inside = Set<string>

function arrive(terminal: Terminal, inside: Inside): void {
  const pins = [...terminal.users.keys()].filter((pin) => !inside.has(pin))
  const pin = pins[Math.floor(Math.random() * pins.length)]
  if (pin !== undefined && terminal.punch(pin, { method: 'face' }).opened) inside.add(pin)
}

function leave(terminal: Terminal, inside: Inside): void {
  const [pin] = inside
  if (pin === undefined || inside.size <= maxInside) return
  // A member who has been locked out since entering is refused by the terminal, and leaves by the exit button.
  terminal.punch(pin, { method: 'face' })
  inside.delete(pin)
}

function cutConnection(terminal: Terminal): () => void {
  let isAway = false
  return repeatWithPauses(
    () => pickWithin(isAway ? line.isAway : line.holds),
    () => {
      isAway = !isAway
      if (isAway) terminal.goOffline()
      else terminal.goOnline()
    },
  )
}

/** Starts the terminals and their visitors; returns a function that stops them. */
export function startSimulatedArrivals(host: string, port: number): () => Promise<void> {
  const start = (options: Pick<TerminalOptions, 'sn' | 'firmware' | 'ip'>) => {
    const terminal = createTerminal({ host, port, errorDelayMs: 2000, ...options })
    terminal.start()
    return terminal
  }
  const main = start({ sn: demoTerminals.main.sn })
  const firmware = { capacity: backDoorUsers, countsHundreds: true, commandMs: 300 }
  const back = start({ sn: demoTerminals.back.sn, firmware, ip: '127.0.0.2' })
  const exit = start({ sn: demoTerminals.exit.sn, ip: '127.0.0.3' })
  const inside: Inside = new Set()
  const stops = [
    repeatWithPauses(
      () => pickWithin(arrivalPauseMs),
      () => arrive(main, inside),
    ),
    repeatWithPauses(
      () => pickWithin(departurePauseMs),
      () => arrive(back, inside),
    ),
    repeatWithPauses(
      () => pickWithin(arrivalPauseMs),
      () => leave(exit, inside),
    ),
    cutConnection(back),
  ]
  return async () => {
    for (const stop of stops) stop()
    await Promise.all([main.stop(), back.stop(), exit.stop()])
  }
}
