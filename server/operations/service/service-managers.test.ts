import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from '../../testing/system-programs.ts'
import { chooseServiceManager } from './service-managers.ts'
import type { HostMachine, ServicePlan, ServiceProgram } from './service-types.ts'

const programs = { systemd: findProgram('systemd-analyze'), python: findProgram('python3') }
for (const [name, path] of Object.entries(programs))
  if (!path) console.info(`${name} is not installed: its files of a service are not tried`)

const folder = mkdtempSync(join(tmpdir(), 'torniquete $ 100% "formatos"-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const user = { name: 'ana', id: 1000, home: '/home/ana' }
const machine = { platform: 'linux', administrator: false, user, systemd: true } satisfies HostMachine
const program = {
  node: '/opt/node 22/bin/node',
  script: '/home/ana/mi gimnasio 100%/scripts/start.mjs',
  folder: '/home/ana/mi gimnasio 100%',
  dataDir: '/home/ana/datos 100% "b" & <f>',
}
const windows = {
  ...program,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs',
  folder: 'C:\\Users\\Ana Pérez\\torniquete',
  dataDir: 'D:\\100% datos',
}
const ana = { name: 'PC-1\\Ana Pérez', id: -1, home: 'C:\\Users\\Ana Pérez' }

function plan(change: Partial<HostMachine>, target: ServiceProgram = program): ServicePlan {
  const on = { ...machine, ...change }
  const made = chooseServiceManager(on)?.plan(on, target)
  if (!made) throw new Error('nothing starts services')
  return made
}
const findFile = ({ files }: ServicePlan, end: string) => files.find(({ path }) => path.endsWith(end))
const formatSteps = (steps: ServicePlan['install']) => steps.map(({ run }) => run.join(' '))

/** Values that must be quoted in at least one of the file formats. */
const written = {
  node: process.execPath,
  script: join(folder, 'start.mjs'),
  folder,
  dataDir: `/srv/d'a' "b" $c \\d %e & <f> ñ`,
}

/** Returns the bytes of the planned file whose path has this ending. */
function encodeFile({ files }: ServicePlan, ending: string): Buffer {
  const file = files.find(({ path }) => path.endsWith(ending))
  if (!file) throw new Error(`no ${ending}`)
  return Buffer.from(file.content, file.encoding ?? 'utf8')
}

/** Runs a Python program on `input` and returns the JSON that it prints. */
function python(text: string, input: Buffer): unknown {
  const { stdout, stderr } = spawnSync(programs.python ?? '', ['-c', text], { input, encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test.runIf(programs.systemd).each([
  ['--system', true],
  ['--user', false],
])('systemd: accepts every line of the unit file (%s)', (manager, administrator) => {
  const made = plan({ administrator, user: { ...user, home: folder } }, written)
  const unit = join(folder, 'torniquete.service')
  writeFileSync(unit, encodeFile(made, '.service'))
  writeFileSync(join(folder, 'start.mjs'), '')
  const run = join(folder, 'run')
  mkdirSync(run, { recursive: true })
  const env = { PATH: process.env.PATH, XDG_RUNTIME_DIR: run, HOME: folder }
  // systemd only warns of an unknown line and exits with 0, so its messages are checked.
  const { stdout, stderr } = spawnSync(programs.systemd ?? '', [manager, 'verify', unit], { env, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['', ''])
})

test.runIf(programs.python)('launchd: the property list is valid for names with special characters', () => {
  const made = plan({ platform: 'darwin', administrator: true }, written)
  const read = 'import sys, json, plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  expect(python(read, encodeFile(made, '.plist'))).toEqual({
    Label: 'torniquete',
    ProgramArguments: [process.execPath, join(folder, 'start.mjs')],
    WorkingDirectory: folder,
    EnvironmentVariables: { PATH: expect.any(String), DATA_DIR: written.dataDir, TORNIQUETE_SERVICE: '1' },
    UserName: 'ana',
    RunAtLoad: true,
    KeepAlive: true,
    ExitTimeOut: 90,
    StandardOutPath: `${written.dataDir}/torniquete.log`,
    StandardErrorPath: `${written.dataDir}/torniquete.log`,
  })
})

test.runIf(programs.python)('Windows: the task is XML in UTF-16, valid for names with special characters', () => {
  const windowsUser = { name: 'PC&1\\Ana <Pérez>', id: -1, home: 'C:\\Users\\Ana & Pérez' }
  const made = plan({ platform: 'win32', user: windowsUser }, { ...written, folder: 'C:\\T & Ñ' })
  const read = `import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
print(json.dumps({each.tag.split('}')[1]: each.text for each in root.iter() if len(each) == 0}))`
  expect(python(read, encodeFile(made, 'tarea.xml'))).toMatchObject({
    UserId: windowsUser.name,
    Command: 'wscript.exe',
    Arguments: `//B "C:\\Users\\Ana & Pérez\\AppData\\Local\\Torniquete\\servicio.vbs"`,
    WorkingDirectory: 'C:\\T & Ñ',
    RunLevel: 'LeastPrivilege',
    ExecutionTimeLimit: 'PT0S',
  })
})

test('systemd: a user’s service runs without a login', () => {
  const made = plan({})
  expect(made.files.map(({ path, mode }) => [path, mode])).toEqual([
    ['/home/ana/.config/systemd/user/torniquete.service', 0o644],
  ])
  const unit = findFile(made, '.service')?.content
  expect(unit).toContain('ExecStart="/opt/node 22/bin/node" "/home/ana/mi gimnasio 100%%/scripts/start.mjs"\n')
  expect(unit).toContain('WorkingDirectory=/home/ana/mi gimnasio 100%%\n')
  expect(unit).toContain('WantedBy=default.target')
  expect(unit).not.toContain('User=')
  expect(unit).toContain(
    'Environment="PATH=/opt/node 22/bin:/usr/local/bin:/usr/bin:/bin" "DATA_DIR=/home/ana/datos 100%% \\"b\\" & <f>" "TORNIQUETE_SERVICE=1"\n',
  )
  expect(formatSteps(made.install)).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable torniquete.service',
    'systemctl --user restart torniquete.service',
    'loginctl enable-linger ana',
  ])
})

test('systemd: an administrator’s service starts with the machine and runs as the user', () => {
  const made = plan({ administrator: true })
  expect(made.files.map(({ path }) => path)).toEqual(['/etc/systemd/system/torniquete.service'])
  expect(findFile(made, '.service')?.content).toMatch(/\[Service\]\nUser=ana\n/)
  expect(findFile(made, '.service')?.content).toContain('WantedBy=multi-user.target')
  expect(formatSteps(made.remove)).toEqual(['systemctl disable --now torniquete.service'])
  expect(formatSteps(made.removed)).toEqual(['systemctl daemon-reload'])
  const root = plan({ administrator: true, user: { name: 'root', id: 0, home: '/root' } })
  expect(findFile(root, '.service')?.content).not.toContain('User=')
})

test('launchd: a user’s service starts at login, an administrator’s with the machine', () => {
  const own = plan({ platform: 'darwin', user: { ...user, home: '/Users/ana' } })
  const agent = findFile(own, '.plist')
  expect(agent).toMatchObject({ path: '/Users/ana/Library/LaunchAgents/torniquete.plist', mode: 0o600 })
  expect(formatSteps(own.install)).toEqual([
    'launchctl bootout gui/1000/torniquete',
    'launchctl bootstrap gui/1000 /Users/ana/Library/LaunchAgents/torniquete.plist',
  ])
  // launchd frees the name only when the earlier service has ended, at most after its ExitTimeOut.
  expect(own.install.map(({ mayFail, again }) => [mayFail, again])).toEqual([
    [true, undefined],
    [undefined, 90],
  ])
  const whole = plan({ platform: 'darwin', administrator: true })
  expect(findFile(whole, '.plist')?.path).toBe('/Library/LaunchDaemons/torniquete.plist')
})

test('Windows: a task with least rights runs a batch file', () => {
  const made = plan({ platform: 'win32', user: ana }, windows)
  const folder = 'C:\\Users\\Ana Pérez\\AppData\\Local\\Torniquete'
  const batch = findFile(made, 'servicio.cmd')
  expect(batch?.content.split('\r\n')).toEqual([
    '@echo off',
    'chcp 65001 > nul',
    'set "DATA_DIR=D:\\100%% datos"',
    'set "TORNIQUETE_SERVICE=1"',
    'cd /d "C:\\Users\\Ana Pérez\\torniquete"',
    ':again',
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\Users\\Ana Pérez\\torniquete\\scripts\\start.mjs" >> "D:\\100%% datos\\torniquete.log" 2>&1',
    'ping -n 61 127.0.0.1 > nul',
    'goto again',
    '',
  ])
  const task = findFile(made, 'tarea.xml')
  expect(task?.encoding).toBe('utf16le')
  expect(task?.content).toMatch(/^\ufeff<\?xml version="1\.0" encoding="UTF-16"\?>\r\n/)
  expect(task?.content).toContain('<Priority>4</Priority>')
  expect(findFile(made, 'servicio.vbs')).toMatchObject({
    content: `\ufeffCreateObject("WScript.Shell").Run """${folder}\\servicio.cmd""", 0, True\r\n`,
    encoding: 'utf16le',
  })
  const [end, kill, ...begin] = formatSteps(made.install)
  expect(end).toBe('schtasks /End /TN Torniquete')
  expect(kill).toContain("-like '*\\Torniquete\\servicio.cmd*'")
  expect(made.install.slice(0, 2).every(({ mayFail }) => mayFail)).toBe(true)
  expect(begin).toEqual([
    `schtasks /Create /F /TN Torniquete /XML ${folder}\\tarea.xml`,
    'schtasks /Run /TN Torniquete',
  ])
})

test('chooseServiceManager: returns null on an unknown platform', () => {
  expect(chooseServiceManager({ ...machine, systemd: false })).toBeNull()
  expect(chooseServiceManager({ ...machine, platform: 'freebsd' })).toBeNull()
})
