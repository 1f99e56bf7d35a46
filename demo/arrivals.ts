// Members who keep arriving at the simulated terminal.
import { createTerminal } from '../terminal-simulator/terminal.ts'
import { demoSerialNumber } from './demo-gym.ts'

const pauses = { shortest: 3000, longest: 9000 }

/** Starts the terminal and its visitors; answers how to stop them. */
export function startArrivals(host: string, port: number): () => Promise<void> {
  const terminal = createTerminal({ host, port, sn: demoSerialNumber, errorDelayMs: 2000 })
  terminal.start()
  let timer: NodeJS.Timeout
  const arrive = () => {
    const pins = [...terminal.users.keys()]
    const pin = pins[Math.floor(Math.random() * pins.length)]
    if (pin !== undefined) terminal.punch(pin, { method: 'face' })
    timer = setTimeout(arrive, pauses.shortest + Math.random() * (pauses.longest - pauses.shortest))
  }
  timer = setTimeout(arrive, pauses.shortest)
  return async () => {
    clearTimeout(timer)
    await terminal.stop()
  }
}
