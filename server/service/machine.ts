// What is asked of a machine so that the product starts with it: the files to write and the commands to run, as data.

export interface Machine {
  platform: NodeJS.Platform
  /** Whether it may change what belongs to all users. */
  administrator: boolean
  user: User
  /** Whether services are systemd's; only asked on Linux. */
  systemd: boolean
}

export interface User {
  name: string
  id: number
  home: string
}

export interface Program {
  /** Absolute: Node, and what it runs. */
  node: string
  script: string
  folder: string
  dataDir: string
  /** Those of the product's variables that are set. */
  settings: Settings
}

export type Settings = Readonly<Record<string, string>>

/** A program with its parameters. */
export interface Step {
  run: [program: string, ...parameters: string[]]
  /** It goes on where this one fails: there was nothing to end, or it can be done by hand. */
  mayFail?: true
  /** Said where it fails: how it is done by hand. */
  byHand?: string
  /** For how many seconds it is tried again: what stood there before may take its time to end. */
  again?: number
}

export interface Plan {
  /** `mode` where it holds secrets. */
  files: { path: string; content: string; mode: number; encoding?: 'utf16le' }[]
  install: Step[]
  remove: Step[]
  /** When the files are gone too. */
  removed: Step[]
  /** The service that the other kind of user installs, of which there may not be one as well. */
  other: { path: string; remove: string } | null
  /** What the person has to know or do. */
  hints: string[]
}

/** What starts the services of a machine. */
export interface Starter {
  plan(machine: Machine, program: Program): Plan
  /** The file of a plan that holds the settings, and what it says. */
  settingsFile(machine: Machine): string
  read(content: string): Settings
}
