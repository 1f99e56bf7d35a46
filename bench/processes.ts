// Runs the product, and the bare servers compared with it, as child processes that the caller stops.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { repositoryRoot } from '../server/platform/db/repository-root.ts'
import { makeNoBackupEnvironment } from '../server/testing/disable-backups.ts'

export const benchPassword = 'medida tras medida'

export interface RunningProcess {
  port: number
  /** Resident memory of the process in MB. */
  memory(): number
  /** Processor time in seconds that the process has used so far. */
  processorSeconds(): number
  stop(): Promise<void>
}

async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  child.stderr?.on('data', (data) => {
    text += data
  })
  for await (const data of child.stdout ?? []) {
    text += data
    const match = pattern.exec(text)
    if (match) return match[1] ?? ''
  }
  throw new Error(`it ended before it was ready:\n${text}`)
}

function trackProcess(child: ChildProcess, port: number): RunningProcess {
  child.stdout?.resume()
  // Stops the child process even if the benchmark fails or is aborted.
  process.once('exit', () => child.kill('SIGTERM'))
  return {
    port,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    processorSeconds: () => {
      // proc(5): fields 14 and 15, after the name in parentheses, are processor times in ticks of 10 ms.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Starts the built product on a data folder with additional environment variables. */
export async function startBuiltServer(dataDir: string, further: Record<string, string> = {}): Promise<RunningProcess> {
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    ...makeNoBackupEnvironment(dataDir),
    PORT: '0',
    HOST: '127.0.0.1',
    MASTER_PASSWORD: benchPassword,
    LOG_LEVEL: 'error',
    SESSION_HOURS: '24',
    ...further,
  }
  const child = spawn(process.execPath, [join(repositoryRoot, 'server/main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return trackProcess(child, Number(await firstMatch(child, /listo en http:\/\/[^:]+:(\d+)/)))
}

export interface FixedAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Starts a bare `node:http` server that returns the same answer to every request. */
export async function startFixedAnswerServer(answer: FixedAnswer): Promise<RunningProcess> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'bench/main.ts'), 'bare'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(JSON.stringify(answer))
  return trackProcess(child, Number(await firstMatch(child, /port (\d+)/)))
}

/** Program of the bare server's process, which reads the answer to return from standard input. */
export async function runFixedAnswerServer(): Promise<void> {
  let input = ''
  for await (const data of process.stdin) input += data
  const { status, headers, body }: FixedAnswer = JSON.parse(input)
  const bytes = Buffer.from(body)
  const server = createServer((_, response) => {
    response.writeHead(status, headers)
    if (status === 304) response.end()
    else response.end(bytes)
  })
  process.on('SIGTERM', () => process.exit(0))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`port ${typeof address === 'object' && address ? address.port : 0}`)
  })
}
