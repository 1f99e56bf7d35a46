import { join } from 'node:path/win32'
import { WrongSetting } from '../config.ts'
import type { Machine, Plan, Program, Settings, Starter, Step } from './machine.ts'
import { escapeXml } from './xml.ts'

const name = 'Torniquete'

/** As a batch file reads it within quotes: only `%` is special there, and the quote, which no path has. */
const inBatch = (text: string) => text.replaceAll('%', '%%')

function setLine([key, value]: [string, string]): string {
  if (value.includes('"')) throw new WrongSetting(`${key}: en Windows no puede llevar comillas`)
  return `set "${key}=${inBatch(value)}"`
}

const folderOf = ({ user }: Machine) => join(user.home, 'AppData', 'Local', 'Torniquete')
const batchOf = (machine: Machine) => join(folderOf(machine), 'servicio.cmd')

const read = (content: string): Settings =>
  Object.fromEntries(
    [...content.matchAll(/^set "(\w+)=(.*)"\r?$/gm)].map(([, key = '', value = '']) => [
      key,
      value.replaceAll('%%', '%'),
    ]),
  )

/** A task that is ended takes with it what it started itself, but not for certain what that started. */
const end: Step[] = [
  { run: ['schtasks', '/End', '/TN', name], mayFail: true },
  {
    run: [
      'powershell',
      '-NoProfile',
      '-Command',
      "Get-CimInstance Win32_Process | Where-Object { $_.Name -eq 'cmd.exe' -and $_.CommandLine -like '*\\Torniquete\\servicio.cmd*' } | ForEach-Object { taskkill /F /T /PID $_.ProcessId }",
    ],
    mayFail: true,
  },
]

/** With a mark of what it is: as it is, a script is read in the machine's own eight bits. */
const inUtf16 = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`

/** `hidden`: the script that the task runs. */
function taskOf({ user }: Machine, { folder }: Program, hidden: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger><Enabled>true</Enabled><UserId>${escapeXml(user.name)}</UserId></LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${escapeXml(user.name)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>4</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>wscript.exe</Command>
      <Arguments>//B "${escapeXml(hidden)}"</Arguments>
      <WorkingDirectory>${escapeXml(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
}

/**
 * A task of the user's with the least rights, since PostgreSQL refuses an administrator's: it begins when that user enters
 * Windows, and again a minute after whatever ended it.
 */
function plan(machine: Machine, program: Program): Plan {
  const folder = folderOf(machine)
  const [batch, hidden, task] = [batchOf(machine), join(folder, 'servicio.vbs'), join(folder, 'tarea.xml')]
  const log = join(program.dataDir, 'torniquete.log')
  const lines = [
    '@echo off',
    // What follows is UTF-8: a user's name, a gym's folder.
    'chcp 65001 > nul',
    ...Object.entries(program.settings).map(setLine),
    `cd /d "${inBatch(program.folder)}"`,
    ':again',
    `"${inBatch(program.node)}" "${inBatch(program.script)}" >> "${inBatch(log)}" 2>&1`,
    // The scheduler starts nothing again for having ended badly. `timeout` wants a console to read from.
    'ping -n 61 127.0.0.1 > nul',
    'goto again',
  ]
  return {
    files: [
      { path: batch, content: `${lines.join('\r\n')}\r\n`, mode: 0o600 },
      // Without a window that somebody closes.
      {
        path: hidden,
        content: inUtf16(`CreateObject("WScript.Shell").Run """${batch}""", 0, True\n`),
        mode: 0o600,
        encoding: 'utf16le',
      },
      { path: task, content: inUtf16(taskOf(machine, program, hidden)), mode: 0o600, encoding: 'utf16le' },
    ],
    install: [
      // What runs already is not started anew.
      ...end,
      { run: ['schtasks', '/Create', '/F', '/TN', name, '/XML', task] },
      { run: ['schtasks', '/Run', '/TN', name] },
    ],
    remove: [...end, { run: ['schtasks', '/Delete', '/F', '/TN', name] }],
    removed: [],
    other: null,
    hints: [
      `Lo que dice: ${log}`,
      'Inicia cuando este usuario entra en Windows: haz que entre solo al encender, y que el equipo no se suspenda.',
    ],
  }
}

export const windowsTask: Starter = { plan, settingsFile: batchOf, read }
