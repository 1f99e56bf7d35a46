// Runs the server as a child process that tests can kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../platform/db/repository-root.ts'

export const masterPassword = 'clave del maestro'

interface ProcessEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** Lines that the process wrote to standard error. */
  complaints: string[]
}

export interface ServerProcess {
  process: ChildProcess
  /** Resolves to true once the server is ready, to false if it ended before. */
  ready: Promise<boolean>
  /** Port that the server printed when it was ready. */
  readonly port: number
  ended: Promise<ProcessEnd>
}

/** Starts the server at a port (0: any free port). `within` is a command that starts it, such as a wrapper. */
export function startServerProcess(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
  within: string[] = [],
): ServerProcess {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: join(repositoryRoot, 'build/compile-cache'),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    MASTER_PASSWORD: masterPassword,
    ...environment,
  }
  const [program = '', ...told] = [...within, process.execPath, join(repositoryRoot, 'server/main.ts')]
  const child = spawn(program, told, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({ code, signal, complaints: complaints.split('\n').filter((line) => line !== '') }),
    )
  })
  const ready = new Promise<boolean>((resolve) => {
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
      const [, port] = /listo en http:\/\/\S+:(\d+)\s/.exec(said) ?? []
      if (!port) return
      started.port = Number(port)
      resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  const started = { process: child, ready, port, ended }
  return started
}

export const readPostmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Sends a call over HTTP; throws if no answer arrives. */
export async function sendCall(
  port: number,
  token: string | null,
  method: string,
  path: string,
  body?: object | URLSearchParams,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !(body instanceof URLSearchParams) ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: body instanceof URLSearchParams ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
}

export async function fetchToken(port: number, username: string, password: string): Promise<string> {
  const { status, answer } = await sendCall(port, null, 'POST', '/token', new URLSearchParams({ username, password }))
  if (status !== 200) throw new Error(`login answered ${status}`)
  return answer.access_token
}

/** Creates a gym and returns a token of its super admin. */
export async function makeGymAndFetchToken(port: number): Promise<string> {
  const token = await fetchToken(port, 'master', masterPassword)
  const body = { name: 'Gimnasio', owner: 'Dueña', username: 'duena', password: 'contraseña segura' }
  const made = await sendCall(port, token, 'POST', '/gyms/', body)
  if (made.status !== 201) throw new Error(`gyms.create answered ${made.status}`)
  return fetchToken(port, 'duena', 'contraseña segura')
}
