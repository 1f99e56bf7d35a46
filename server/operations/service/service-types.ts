// Files to write and commands to run so that the product starts with the machine, as data.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

export interface Machine {
  platform: NodeJS.Platform
  /** True if it may change files of all users. */
  administrator: boolean
  user: ServiceAccount
  /** True if systemd runs the services; read on Linux only. */
  systemd: boolean
}

export function readMachine(): Machine {
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
  /** Absolute paths of Node and of its parameters. */
  node: string
  script: string
  folder: string
  dataDir: string
}

export type ServiceSettings = Readonly<Record<string, string>>

export interface ServiceStep {
  run: [program: string, ...parameters: string[]]
  /** A failure does not stop the installation. */
  mayFail?: true
  /** Printed after a failure: how to do it by hand. */
  byHand?: string
  /** Seconds of retries: an earlier service may take its time to end. */
  again?: number
}

export interface PlannedFile {
  path: string
  content: string
  mode: number
  encoding?: 'utf16le'
  /** Given by an administrator to another user. */
  owner?: number
}

export interface ServicePlan {
  files: PlannedFile[]
  install: ServiceStep[]
  remove: ServiceStep[]
  /** Run after the files are deleted. */
  removed: ServiceStep[]
  /** The service that the other kind of user installs: there is only one of the two. */
  other: { path: string; remove: string } | null
  hints: string[]
}

export interface ServiceManager {
  plan(machine: Machine, program: ServiceProgram): ServicePlan
  /** A file outside of the data that names DATA_DIR, for the next `npm run service`. */
  dataPointer(machine: Machine): string
}

/** How the service of the other kind is removed. */
export const describeRemoval = (administrator: boolean, { name }: ServiceAccount): string =>
  administrator ? 'sudo npm run service -- --remove' : `npm run service -- --remove (sin sudo, como ${name})`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text between tags or in an attribute in double quotes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
