// Runs the stand-in in the foreground until it is interrupted.
import { parseArgs } from 'node:util'
import { type FaultName, type FaultSettings, faultNames } from './faults.ts'
import { StandInServer } from './stand-in.ts'

const usage = `Usage: node dgii-stand-in/main.ts [--port 8800] [--seed 1] [--processing-ms 2000] [--latency-ms 3000] [--fault NAME=SHARE]...
  SHARE is a number from 0 to 1. NAME is one of: ${faultNames.join(', ')}.
  Start Torniquete with DGII_URL=http://127.0.0.1:8800. PUT /control/faults changes the faults.`

function readFault(text: string): [FaultName, number] {
  const [given, share = '1'] = text.split('=')
  const name = faultNames.find((each) => each === given)
  if (!name || !(Number(share) >= 0 && Number(share) <= 1)) throw new Error(`wrong fault: ${text}`)
  return [name, Number(share)]
}

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8800' },
      seed: { type: 'string', default: '1' },
      'processing-ms': { type: 'string', default: '2000' },
      'latency-ms': { type: 'string', default: '3000' },
      fault: { type: 'string', multiple: true, default: [] },
    },
  })
  const faults: FaultSettings = {
    ...Object.fromEntries(values.fault.map(readFault)),
    processingMs: Number(values['processing-ms']),
    latencyMs: Number(values['latency-ms']),
  }
  const standIn = await new StandInServer({ faults, seed: Number(values.seed) }).start(Number(values.port))
  console.log(`stand-in of DGII at ${standIn.address}`)
  process.once('SIGINT', () => void standIn.stop())
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
  process.exitCode = 1
}
