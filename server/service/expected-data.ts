// The installed service is to go on with a gym that is there: an empty one in place of data that were moved, or of a disk
// that is not connected, would look to the counter as if everything were lost.
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, makeDataFolder } from '../config.ts'
import { Refused } from '../refused.ts'

/** What the service's environment has besides the person's settings. */
export const serviceVariable = 'TORNIQUETE_SERVICE'

type Place = Pick<Config, 'dataDir' | 'DATABASE_URL'>

/** With this file in DATA_DIR the service may begin a gym: there was none when it was installed. */
const markOf = ({ dataDir }: Place) => join(dataDir, 'service-begins')

/** The second is there alone where an upgrade was cut off between two names, which the start ends. */
const ofAGym = ['postgres', 'upgrade.unfinished']

/** Whether a server ran there already, as far as the folder can tell. */
export const hasRunBefore = ({ dataDir, DATABASE_URL }: Place): boolean =>
  DATABASE_URL ? existsSync(dataDir) : ofAGym.some((name) => existsSync(join(dataDir, name)))

/** `owner`: whose the folder is to be, where an administrator makes it for another. */
export function allowFirstStart(config: Config, owner?: number): void {
  if (hasRunBefore(config)) return
  makeDataFolder(config)
  writeFileSync(markOf(config), '')
  if (owner === undefined) return
  for (const path of [config.dataDir, markOf(config)]) chownSync(path, owner, -1)
}

/** Before the start makes what lacks. */
export function requireExpectedData(environment: NodeJS.ProcessEnv, place: Place): void {
  if (!environment[serviceVariable] || place.DATABASE_URL || hasRunBefore(place) || existsSync(markOf(place))) return
  throw new Refused(
    `En ${place.dataDir} no están los datos del gimnasio, y el servicio no empieza otro vacío: conecta su disco, o devuélvelos ahí, o tras moverlos ejecuta npm run service.`,
  )
}

/** After the first start there is something to lose. */
export const noteFirstStart = (place: Place): void => rmSync(markOf(place), { force: true })
