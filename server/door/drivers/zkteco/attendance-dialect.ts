// The attendance dialect (PUSH 2.x), by the protocol's decision table (§3). Uploads are stored before they are answered: after the
// positive answer the terminal drops its records.
import type { Door } from '../../door.ts'
import type { TerminalCommand } from '../../reconciler.ts'
import type { Terminal } from '../../terminals.ts'
import { defaultDelay, handshakeAnswer, timeAnswer, uploadsWithTemplates } from './attendance-answers.ts'
import {
  check,
  clearUsers,
  deleteUser,
  info,
  openDoor,
  queryUsers,
  setClock,
  setOption,
  updateUser,
} from './attendance-commands.ts'
import { upload } from './attendance-intake.ts'
import { commandId, commandsAnswer } from './command-lines.ts'
import { parseInteger } from './push-lines.ts'
import type { TerminalRequest } from './push-requests.ts'
import { parseCommandResults } from './push-results.ts'
import { enrolTemplate, queryTemplates, updateTemplate } from './template-lines.ts'
import { decodeText } from './text-encoding.ts'
import type { Reply } from './upload-limits.ts'

export async function respondInAttendance(
  door: Door,
  terminal: Terminal,
  asked: TerminalRequest,
  body: Uint8Array,
  now: Date,
): Promise<Reply> {
  switch (asked.kind) {
    case 'handshake': {
      const offset = await door.begin(terminal, { language: asked.language, push_version: asked.pushver }, now)
      return handshakeAnswer({
        sn: terminal.sn,
        delay: terminal.delay ?? defaultDelay,
        timeZoneMinutes: offset,
        pushver: asked.pushver,
        asksOptions: true,
        ...(terminal.keepsBiometrics && { transFlag: uploadsWithTemplates }),
        stamps: {
          ...(terminal.attlogStamp !== null && { attlog: terminal.attlogStamp }),
          ...(terminal.operlogStamp !== null && { operlog: terminal.operlogStamp }),
        },
      })
    }
    case 'poll': {
      door.presence.polled(terminal, now)
      const said = asked.info
      if (said?.ip) await door.origins.lanAddresses.polled(terminal, said.ip, now)
      if (said?.users != null) await door.counted(terminal, { users: said.users, firmware: said.firmware }, now)
      const due = await door.commandsFor(terminal, now)
      return commandsAnswer(
        due.flatMap((command) =>
          // This dialect has no time zones.
          command.kind === 'zone' ? [] : [[{ id: commandId(command.id), text: textOf(command, terminal) }]],
        ),
      )
    }
    case 'upload':
      return upload(door, terminal, asked, body, now)
    case 'commandResults':
      return results(door, terminal, body, now)
    case 'time':
      return timeAnswer(now, await door.offset(terminal, now))
    default:
      return 'OK'
  }
}

async function results(door: Door, terminal: Terminal, body: Uint8Array, now: Date): Promise<Reply> {
  const answers = parseCommandResults(decodeText(body))
  // Some describe themselves only when they are asked how many they hold.
  const described = answers.find(({ details }) => details.has('~DeviceName'))?.details
  const said = answers.map(({ id, code, details }) => ({
    command: Number.parseInt(id, 36),
    code,
    users: parseInteger(details.get('UserCount')),
  }))
  await door.results(
    terminal,
    said.filter(({ command }) => Number.isSafeInteger(command)),
    now,
  )
  if (described) await door.described(terminal, described, now)
  return 'OK'
}

function textOf(command: Exclude<TerminalCommand, { kind: 'zone' }>, terminal: Terminal): string {
  switch (command.kind) {
    case 'put':
      return updateUser({ ...command, pin: String(command.pin) }, terminal)
    case 'remove':
      return deleteUser(command.pin)
    case 'open':
      return openDoor(terminal.openCommand)
    case 'ask':
      return queryUsers(command.pin)
    case 'reread':
      return check()
    case 'clock':
      return setClock(command.local)
    // 1 keeps a user's log when their right ends; 0 would delete it, 2 would delete the user.
    case 'keep-logs':
      return setOption('OverValidTime', 1)
    case 'end-rights':
      return setOption('UserValidTimeFun', 1)
    case 'count':
      return info()
    case 'list':
      return queryUsers()
    case 'empty':
      return clearUsers()
    case 'template':
      return updateTemplate(command.pin, command.template)
    case 'read':
      return queryTemplates(command.pin, command.type)
    case 'enrol':
      return enrolTemplate(command.pin, command.type, command.number)
  }
}
