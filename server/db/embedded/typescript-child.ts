// For the tests: TypeScript in a process of its own, which can be killed. Node 20 runs no TypeScript by itself.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))

/** `source` imports this folder's files as `@/name.ts`. Answers the file to run, somewhere in `folder`. */
export async function bundleTypeScript(folder: string, source: string): Promise<string> {
  mkdirSync(folder)
  symlinkSync(join(here, '../../../node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'entry.ts'), source)
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: { alias: { '@': here } },
    build: {
      ssr: join(folder, 'entry.ts'),
      outDir: join(folder, 'out'),
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
  return join(folder, 'out/child.mjs')
}

export interface TypeScriptChild {
  process: ChildProcess
  /** What it prints, line by line. */
  nextLine(): Promise<string>
  ended: Promise<unknown>
}

/** `within`: the program that runs it, with what it is told. */
export function runChild(
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
