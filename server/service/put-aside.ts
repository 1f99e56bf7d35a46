// The settings of a service that was taken away: they may be the only place of a key, so they are put aside and never deleted.
// Whoever installs one for the same data takes them up from there.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { renamePatiently } from '../db/embedded/files.ts'
import { installationIn } from '../db/embedded/installation.ts'
import type { Settings } from './machine.ts'
import { readFormer } from './settings.ts'

/** Of a file that is taken away: how its name begins from then on. */
const asideOf = (path: string) => `${path}.quitado-`

/** Answers where it lies then; null where there was none. The name says whose data they were for, since these may be moved. */
export function putAside(path: string, { DATA_DIR }: Settings, now: Date): string | null {
  if (!existsSync(path)) return null
  const installation = DATA_DIR === undefined ? null : installationIn(DATA_DIR)
  const day = now.toISOString().slice(0, 19).replaceAll(':', '')
  const aside = `${asideOf(path)}${day}${installation === null ? '' : `-${installation}`}`
  renamePatiently(path, aside)
  return aside
}

/** The newest first. */
function asidesOf(path: string): string[] {
  const [folder, beginning] = [dirname(path), asideOf(basename(path))]
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.startsWith(beginning))
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

const same = (one: string, other: string): boolean => realPathOf(one) === realPathOf(other)
const realPathOf = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path))

/** Whether what lies in `aside` was for the data that are to be served now: a person may have had several. */
function isOfThese(aside: string, { DATA_DIR: theirs }: Settings, ours: string | null): boolean {
  // Without data of its own a folder goes on with theirs.
  if (theirs === undefined || ours === null || same(theirs, ours)) return true
  const noted = /-([0-9a-f]{8})$/.exec(aside)?.[1] ?? installationIn(theirs)
  // Moved data take the name along that their copies have; data without one may be another gym's.
  if (noted !== null) return noted === installationIn(ours)
  // As an upgrade moves them.
  return !existsSync(theirs) && existsSync(ours)
}

export interface Former {
  settings: Settings
  /** Where they were read; null where they are those of the service that is installed, or of none. */
  from: string | null
  /** The newest that is of other data, where none was taken. */
  passedOver: string | null
}

/** Of the service that is installed, else of the last that was taken away from the same data. */
export function formerSettings(
  path: string,
  read: (content: string) => Settings,
  place: { environment: NodeJS.ProcessEnv; folder: string },
): Former {
  if (existsSync(path)) return { settings: readFormer(path, read), from: null, passedOver: null }
  const asides = asidesOf(path)
  const ours = ownData(place)
  for (const from of asides) {
    const settings = readFormer(from, read)
    if (isOfThese(from, settings, ours)) return { settings, from, passedOver: null }
  }
  return { settings: {}, from: null, passedOver: asides[0] ?? null }
}

/** Which data a service is to serve, as far as that is said or seen; null where neither. */
function ownData({ environment, folder }: { environment: NodeJS.ProcessEnv; folder: string }): string | null {
  if (environment.DATA_DIR) return resolve(environment.DATA_DIR)
  const moved = join(folder, 'data')
  return existsSync(join(moved, 'postgres')) ? moved : null
}

export const aboutTaken = ({ from, passedOver }: Former): string[] => [
  ...(from ? [`Variables tomadas del servicio que se quitó: ${from}`] : []),
  ...(passedOver ? [`No se tomaron las variables de un servicio de otros datos, que siguen en ${passedOver}`] : []),
]
