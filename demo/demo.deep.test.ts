import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { demoPassword } from './demo-gym.ts'

const folder = mkdtempSync(join(tmpdir(), 'torniquete-demo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('demo: creates its gym, prints four users with their passwords, and stops cleanly', {
  timeout: 120_000,
}, async () => {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' }
  const demo = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  for await (const line of createInterface(demo.stdout)) {
    printed.push(line)
    if (line.includes('Ctrl+C')) break
  }
  expect(printed.join('\n')).toMatch(/El gimnasio de demostración está listo en http/)
  expect(printed.filter((line) => line.endsWith(demoPassword))).toHaveLength(4)
  demo.kill('SIGTERM')
  const [code] = await once(demo, 'exit')
  expect(code).toBe(0)
})
