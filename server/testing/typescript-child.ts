// Runs TypeScript in a child process that tests can kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const postgres = join(import.meta.dirname, '../operations/postgres')

/** Writes a program into `folder` and returns its path. Its `source` imports files of operations/postgres as `@/name.ts`. */
export function writeTypeScriptProgram(folder: string, source: string): string {
  mkdirSync(folder)
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'child.mts')
  writeFileSync(file, source.replaceAll("'@/", `'${pathToFileURL(postgres)}/`))
  return file
}

interface TypeScriptChild {
  process: ChildProcess
  /** Resolves to the next line of the child's standard output. */
  nextLine(): Promise<string>
  ended: Promise<unknown>
}

/** Runs the file with Node, or with the command `within` in front. */
export function startTypeScriptChild(
  file: string,
  parameters: string[] = [],
  { path = process.env.PATH, within = [] as string[] } = {},
): TypeScriptChild {
  const env = { ...process.env, PATH: path }
  const [program = '', ...told] = [...within, process.execPath, file, ...parameters]
  const child = spawn(program, told, { stdio: ['pipe', 'pipe', 'inherit'], env })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    process: child,
    nextLine: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error('The child ended without another line')
      return value
    },
    ended: new Promise((resolve) => child.once('exit', resolve)),
  }
}
