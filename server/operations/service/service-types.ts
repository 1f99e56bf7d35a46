// Describes as data which files to write and which commands to run so that Torniquete starts with the machine.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

export interface HostMachine {
  platform: NodeJS.Platform
  /** True if the user may change files of all users. */
  administrator: boolean
  user: ServiceAccount
  /** True if systemd manages the machine's services; used on Linux only. */
  systemd: boolean
}

export function detectHostMachine(): HostMachine {
  const { username, uid, homedir } = userInfo()
  return {
    platform: process.platform,
    administrator: uid === 0,
    user: { name: username, id: uid, home: homedir },
    systemd: existsSync('/run/systemd/system'),
  }
}

export type ServiceAccount = { name: string; id: number; home: string }

export interface ServiceProgram {
  /** Absolute path of the Node program. */
  node: string
  script: string
  folder: string
  dataDir: string
}

export type ServiceSettings = Readonly<Record<string, string>>

export interface ServiceSetupStep {
  run: [program: string, ...parameters: string[]]
  /** If set, a failed step does not stop the installation. */
  mayFail?: true
  /** Instructions printed after a failure: how to do the step by hand. */
  byHand?: string
  /** Seconds for which a failed step is retried, because an earlier service may need time to end. */
  again?: number
}

export interface PlannedServiceFile {
  path: string
  content: string
  mode: number
  encoding?: 'utf16le'
  /** Id of the user who gets the file, if an administrator writes it for another user. */
  owner?: number
}

export interface ServicePlan {
  files: PlannedServiceFile[]
  install: ServiceSetupStep[]
  remove: ServiceSetupStep[]
  /** Steps to run after the files are deleted. */
  removed: ServiceSetupStep[]
  /** The service of the other kind (user's or administrator's) and how to remove it: only one of the two may exist. */
  other: { path: string; remove: string } | null
  hints: string[]
}

export interface ServiceManager {
  plan(machine: HostMachine, program: ServiceProgram): ServicePlan
  /** Returns the path of a file outside of DATA_DIR that contains DATA_DIR, for the next `npm run service`. */
  dataPointer(machine: HostMachine): string
}

/** Describes how to remove the service of the other kind (user's or administrator's). */
export const formatServiceRemoveCommand = (administrator: boolean, { name }: ServiceAccount): string =>
  administrator ? 'sudo npm run service -- --remove' : `npm run service -- --remove (sin sudo, como ${name})`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML elements and attributes in double quotes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
