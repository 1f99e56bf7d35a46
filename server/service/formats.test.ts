// What is written for others to read is read by them, or by a stricter reader of the same format: systemd itself, and Python for
// Apple's and Microsoft's. What is not installed is said.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installed } from '../testing/own-program.ts'
import type { Machine, Plan, Program } from './machine.ts'
import { starterOf } from './plan.ts'

const programs = { systemd: installed('systemd-analyze'), python: installed('python3') }
for (const [name, path] of Object.entries(programs))
  if (!path) console.info(`${name} is not installed: what it would read of a service is not tried`)

const folder = mkdtempSync(join(tmpdir(), 'torniquete $ 100% "formatos"-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = { DATA_DIR: '/srv/datos', MASTER_PASSWORD: `a 'b' "c" $d \\e %f & <g> ñ` }
const ana = { name: 'ana', id: 1000, home: folder }

function planOn(machine: Pick<Machine, 'platform'> & Partial<Machine>, program: Partial<Program> = {}): Plan {
  const on = { administrator: false, user: ana, systemd: true, ...machine }
  const script = join(folder, 'start.mjs')
  const made = starterOf(on)?.plan(on, {
    node: process.execPath,
    script,
    folder,
    dataDir: '/srv/datos',
    settings,
    ...program,
  })
  if (!made) throw new Error('nothing starts services')
  return made
}

/** What the file of that ending holds, as it lies on the disk. */
function bytesOf({ files }: Plan, ending: string): Buffer {
  const file = files.find(({ path }) => path.endsWith(ending))
  if (!file) throw new Error(`no ${ending}`)
  return Buffer.from(file.content, file.encoding ?? 'utf8')
}

/** Python's answer, as JSON. */
function python(text: string, input: Buffer): unknown {
  const { stdout, stderr } = spawnSync(programs.python ?? '', ['-c', text], { input, encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test.runIf(programs.systemd).each([
  ['--system', true],
  ['--user', false],
])('systemd understands every line of its unit (%s)', (manager, administrator) => {
  const made = planOn({ platform: 'linux', administrator })
  const unit = join(folder, 'torniquete.service')
  writeFileSync(unit, bytesOf(made, '.service'))
  writeFileSync(join(folder, 'start.mjs'), '')
  const run = join(folder, 'run')
  mkdirSync(run, { recursive: true })
  const env = { PATH: process.env.PATH, XDG_RUNTIME_DIR: run, HOME: folder }
  // Of a line that it does not understand it warns, and ends well.
  const { stdout, stderr } = spawnSync(programs.systemd ?? '', [manager, 'verify', unit], { env, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', ''])
})

test.runIf(programs.python)('a property list of macOS holds what was meant, whatever the names', () => {
  const made = planOn({ platform: 'darwin', administrator: true })
  const read = 'import sys, json, plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  expect(python(read, bytesOf(made, '.plist'))).toEqual({
    Label: 'torniquete',
    ProgramArguments: [process.execPath, join(folder, 'start.mjs')],
    WorkingDirectory: folder,
    EnvironmentVariables: { PATH: expect.any(String), ...settings },
    UserName: 'ana',
    RunAtLoad: true,
    KeepAlive: true,
    ExitTimeOut: 90,
    StandardOutPath: '/srv/datos/torniquete.log',
    StandardErrorPath: '/srv/datos/torniquete.log',
  })
})

test.runIf(programs.python)('a task of Windows is XML in its own letters, and runs what was meant', () => {
  const user = { name: 'PC&1\\Ana <Pérez>', id: -1, home: 'C:\\Users\\Ana & Pérez' }
  const made = planOn({ platform: 'win32', user }, { folder: 'C:\\T & Ñ', settings: { PORT: '3000' } })
  const read = `import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps({each.tag.split('}')[1]: each.text for each in root.iter() if len(each) == 0}))`
  expect(python(read, bytesOf(made, 'tarea.xml'))).toMatchObject({
    UserId: user.name,
    Command: 'wscript.exe',
    Arguments: `//B "C:\\Users\\Ana & Pérez\\AppData\\Local\\Torniquete\\servicio.vbs"`,
    WorkingDirectory: 'C:\\T & Ñ',
    RunLevel: 'LeastPrivilege',
    ExecutionTimeLimit: 'PT0S',
  })
})
