// Implements the attendance dialect (PUSH 2.x) by the protocol's decision table (§3). Uploads are stored before they
// are acknowledged, since the terminal then deletes its records.
import type { DoorService } from '../../door-service.ts'
import type { TerminalCommand } from '../../reconciler.ts'
import type { Terminal } from '../../terminals.ts'
import {
  defaultPollDelaySeconds,
  formatHandshakeAnswer,
  formatTimeAnswer,
  transFlagWithTemplates,
} from './attendance-answers.ts'
import {
  formatClockSetting,
  formatDoorOpening,
  formatUserDeletion,
  formatUserQuery,
  formatUserUpdate,
} from './attendance-commands.ts'
import { processAttendanceUpload } from './attendance-upload-handler.ts'
import { formatCommandId, formatCommandsAnswer } from './command-lines.ts'
import { parseCommandResults } from './command-results.ts'
import { parseInteger } from './parse-push-lines.ts'
import type { TerminalRequest } from './push-requests.ts'
import { formatEnrolment, formatTemplateQuery, formatTemplateUpdate } from './template-lines.ts'
import { decodeText } from './text-encoding.ts'
import type { ReplyToTerminal } from './upload-limits.ts'

export async function answerAttendanceRequest(
  door: DoorService,
  terminal: Terminal,
  asked: TerminalRequest,
  body: Uint8Array,
  now: Date,
): Promise<ReplyToTerminal> {
  switch (asked.kind) {
    case 'handshake': {
      const offset = await door.handleHandshake(
        terminal,
        { language: asked.language, push_version: asked.pushver },
        now,
      )
      return formatHandshakeAnswer({
        sn: terminal.sn,
        delay: terminal.delay ?? defaultPollDelaySeconds,
        timeZoneMinutes: offset,
        pushver: asked.pushver,
        asksOptions: true,
        ...(terminal.keepsBiometrics && { transFlag: transFlagWithTemplates }),
        stamps: {
          ...(terminal.attlogStamp !== null && { attlog: terminal.attlogStamp }),
          ...(terminal.operlogStamp !== null && { operlog: terminal.operlogStamp }),
        },
      })
    }
    case 'poll': {
      door.lastSeen.recordPoll(terminal, now)
      const said = asked.info
      if (said?.ip) await door.origins.lanAddresses.recordAddress(terminal, said.ip, now)
      if (said?.users != null) await door.handleUserCount(terminal, { users: said.users, firmware: said.firmware }, now)
      const due = await door.claimCommands(terminal, now)
      return formatCommandsAnswer(
        due.flatMap((command) =>
          // This dialect has no time zones.
          command.kind === 'zone' ? [] : [[{ id: formatCommandId(command.id), text: textOf(command, terminal) }]],
        ),
      )
    }
    case 'upload':
      return processAttendanceUpload(door, terminal, asked, body, now)
    case 'results':
      return results(door, terminal, body, now)
    case 'time':
      return formatTimeAnswer(now, await door.offsetMinutes(terminal, now))
    default:
      return 'OK'
  }
}

async function results(door: DoorService, terminal: Terminal, body: Uint8Array, now: Date): Promise<ReplyToTerminal> {
  const answers = parseCommandResults(decodeText(body))
  // Some terminals send their description only with the result of a count.
  const described = answers.find(({ details }) => details.has('~DeviceName'))?.details
  const said = answers.map(({ id, code, details }) => ({
    command: Number.parseInt(id, 36),
    code,
    users: parseInteger(details.get('UserCount')),
  }))
  await door.handleResults(
    terminal,
    said.filter(({ command }) => Number.isSafeInteger(command)),
    now,
  )
  if (described) await door.storeDescription(terminal, described, now)
  return 'OK'
}

function textOf(command: Exclude<TerminalCommand, { kind: 'zone' }>, terminal: Terminal): string {
  switch (command.kind) {
    case 'put':
      return formatUserUpdate({ ...command, pin: String(command.pin) }, terminal)
    case 'remove':
      return formatUserDeletion(command.pin)
    case 'open':
      return formatDoorOpening(terminal.openCommand)
    case 'ask':
      return formatUserQuery(command.pin)
    case 'reread':
      return 'CHECK'
    case 'clock':
      return formatClockSetting(command.local)
    // 1 keeps the log of expired users; 0 would delete the log, 2 would delete the users.
    case 'keep-logs':
      return 'SET OPTION OverValidTime=1'
    case 'end-rights':
      return 'SET OPTION UserValidTimeFun=1'
    case 'count':
      return 'INFO'
    case 'list':
      return formatUserQuery()
    // The command also deletes templates, but keeps the log of passes.
    case 'empty':
      return 'CLEAR ALL USERINFO'
    case 'template':
      return formatTemplateUpdate(command.pin, command.template)
    case 'read':
      return formatTemplateQuery(command.pin, command.type)
    case 'enrol':
      return formatEnrolment(command.pin, command.type, command.number)
  }
}
