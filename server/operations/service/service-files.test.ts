// Reads the written files with their own program or with a stricter reader of the format: systemd, and Python for the formats of
// Apple and Microsoft. Prints which of the two are not installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from '../../testing/system-programs.ts'
import type { Machine, Plan, Program } from './service-types.ts'
import { chooseStarter } from './starters.ts'

const programs = { systemd: findProgram('systemd-analyze'), python: findProgram('python3') }
for (const [name, path] of Object.entries(programs))
  if (!path) console.info(`${name} is not installed: its files of a service are not tried`)

const folder = mkdtempSync(join(tmpdir(), 'torniquete $ 100% "formatos"-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = `/srv/d'a' "b" $c \\d %e & <f> ñ`
const ana = { name: 'ana', id: 1000, home: folder }

function planOn(machine: Pick<Machine, 'platform'> & Partial<Machine>, program: Partial<Program> = {}): Plan {
  const on = { administrator: false, user: ana, systemd: true, ...machine }
  const script = join(folder, 'start.mjs')
  const made = chooseStarter(on)?.plan(on, {
    node: process.execPath,
    script,
    folder,
    dataDir,
    ...program,
  })
  if (!made) throw new Error('nothing starts services')
  return made
}

/** The bytes of the file with the ending. */
function encodeFile({ files }: Plan, ending: string): Buffer {
  const file = files.find(({ path }) => path.endsWith(ending))
  if (!file) throw new Error(`no ${ending}`)
  return Buffer.from(file.content, file.encoding ?? 'utf8')
}

/** Runs a Python program that prints JSON. */
function python(text: string, input: Buffer): unknown {
  const { stdout, stderr } = spawnSync(programs.python ?? '', ['-c', text], { input, encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test.runIf(programs.systemd).each([
  ['--system', true],
  ['--user', false],
])('systemd: reads every line of the unit (%s)', (manager, administrator) => {
  const made = planOn({ platform: 'linux', administrator })
  const unit = join(folder, 'torniquete.service')
  writeFileSync(unit, encodeFile(made, '.service'))
  writeFileSync(join(folder, 'start.mjs'), '')
  const run = join(folder, 'run')
  mkdirSync(run, { recursive: true })
  const env = { PATH: process.env.PATH, XDG_RUNTIME_DIR: run, HOME: folder }
  // systemd only warns of an unknown line, and exits with 0.
  const { stdout, stderr } = spawnSync(programs.systemd ?? '', [manager, 'verify', unit], { env, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', ''])
})

test.runIf(programs.python)('launchd: the property list holds names with special characters', () => {
  const made = planOn({ platform: 'darwin', administrator: true })
  const read = 'import sys, json, plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  expect(python(read, encodeFile(made, '.plist'))).toEqual({
    Label: 'torniquete',
    ProgramArguments: [process.execPath, join(folder, 'start.mjs')],
    WorkingDirectory: folder,
    EnvironmentVariables: { PATH: expect.any(String), DATA_DIR: dataDir, TORNIQUETE_SERVICE: '1' },
    UserName: 'ana',
    RunAtLoad: true,
    KeepAlive: true,
    ExitTimeOut: 90,
    StandardOutPath: `${dataDir}/torniquete.log`,
    StandardErrorPath: `${dataDir}/torniquete.log`,
  })
})

test.runIf(programs.python)('Windows: the task is XML in UTF-16 and holds names with special characters', () => {
  const user = { name: 'PC&1\\Ana <Pérez>', id: -1, home: 'C:\\Users\\Ana & Pérez' }
  const made = planOn({ platform: 'win32', user }, { folder: 'C:\\T & Ñ' })
  const read = `import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps({each.tag.split('}')[1]: each.text for each in root.iter() if len(each) == 0}))`
  expect(python(read, encodeFile(made, 'tarea.xml'))).toMatchObject({
    UserId: user.name,
    Command: 'wscript.exe',
    Arguments: `//B "C:\\Users\\Ana & Pérez\\AppData\\Local\\Torniquete\\servicio.vbs"`,
    WorkingDirectory: 'C:\\T & Ñ',
    RunLevel: 'LeastPrivilege',
    ExecutionTimeLimit: 'PT0S',
  })
})
