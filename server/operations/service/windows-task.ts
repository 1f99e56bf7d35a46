import { join } from 'node:path/win32'
import { serviceMarkerVariable } from './missing-data-check.ts'
import {
  escapeXml,
  type HostMachine,
  type ServiceManager,
  type ServicePlan,
  type ServiceProgram,
  type ServiceSetupStep,
} from './service-types.ts'

const name = 'Torniquete'

/** Escapes text in quotes for a batch file. Windows paths contain no quotes. */
const escapeBatch = (text: string) => text.replaceAll('%', '%%')

const localFolder = ({ user }: HostMachine) => join(user.home, 'AppData', 'Local', 'Torniquete')
/** Ends the task's own process, and then its child processes, which Windows may leave running. */
const end: ServiceSetupStep[] = [
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

/** Adds a byte order mark, without which Windows reads a script in the machine's code page. */
const encodeUtf16 = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`

function formatTask({ user }: HostMachine, { folder }: ServiceProgram, hidden: string): string {
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

// Plans a task with the user's least rights, since PostgreSQL refuses to run with an administrator's. It starts when
// that user logs in to Windows, and restarts a minute after it ends.
function plan(machine: HostMachine, program: ServiceProgram): ServicePlan {
  const folder = localFolder(machine)
  const [batch, hidden, task] = [join(folder, 'servicio.cmd'), join(folder, 'servicio.vbs'), join(folder, 'tarea.xml')]
  const log = join(program.dataDir, 'torniquete.log')
  const lines = [
    '@echo off',
    // Lets the batch file contain names of users and folders in UTF-8.
    'chcp 65001 > nul',
    `set "DATA_DIR=${escapeBatch(program.dataDir)}"`,
    `set "${serviceMarkerVariable}=1"`,
    `cd /d "${escapeBatch(program.folder)}"`,
    ':again',
    `"${escapeBatch(program.node)}" "${escapeBatch(program.script)}" >> "${escapeBatch(log)}" 2>&1`,
    // Waits a minute, as the scheduler does not restart a failed task. `timeout` would need a console.
    'ping -n 61 127.0.0.1 > nul',
    'goto again',
  ]
  return {
    files: [
      { path: batch, content: `${lines.join('\r\n')}\r\n`, mode: 0o600 },
      // A script without a window, because users would close the window.
      {
        path: hidden,
        content: encodeUtf16(`CreateObject("WScript.Shell").Run """${batch}""", 0, True\n`),
        mode: 0o600,
        encoding: 'utf16le',
      },
      { path: task, content: encodeUtf16(formatTask(machine, program, hidden)), mode: 0o600, encoding: 'utf16le' },
    ],
    install: [
      // Ends a running task first, because Windows does not restart it.
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

export const windowsTaskManager: ServiceManager = {
  plan,
  dataPointer: (machine) => join(localFolder(machine), 'data-dir'),
}
