// `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run export -- FILE [--gym ID]` and `npm run import -- FILE`.
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { type Config, readConfig, WrongSetting } from '../config.ts'
import { EmbeddedPostgresError } from '../db/embedded/errors.ts'
import { MigrationRefused } from '../db/migrate.ts'
import { Refused } from '../refused.ts'
import { backUp, exportTo, importFrom, restore } from './commands.ts'

/** Whoever stops a copy finds nothing of it. A restore that is cut off is begun again by the next. */
function stopped(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => ending.abort(new Refused('La copia se interrumpió: no quedó nada de ella.')))
  return ending.signal
}

const works: Record<string, (config: Config, file: string, gym?: number) => Promise<string[]>> = {
  backup: (config, file) => backUp(config, file, stopped()),
  export: (config, file, gym) => exportTo(config, file, stopped(), gym),
  restore,
  import: importFrom,
}

function asked(given: string[]) {
  const [command = '', file, option, id, ...more] = given
  const work = works[command]
  const gym = command === 'export' && option === '--gym' && /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : undefined
  if (!work || !file || file.startsWith('--') || more.length > 0 || (option !== undefined && gym === undefined))
    throw new Refused(
      `Falta el archivo, o sobra algo: npm run ${command} -- ARCHIVO${command === 'export' ? ' [--gym NÚMERO]' : ''}`,
    )
  return { work, file, gym }
}

/** Not the server's own word for it: loading all of that takes the till's processor for longer than a second of copying does. */
const isRefusal = (error: unknown): error is Error =>
  [WrongSetting, EmbeddedPostgresError, MigrationRefused, Refused].some((refusal) => error instanceof refusal)

try {
  // Whoever stands at the till goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  const { work, file, gym } = asked(process.argv.slice(2))
  const config = readConfig(process.env)
  // npm goes to the package's folder first.
  const place = resolve(process.env.INIT_CWD ?? '.', file)
  const lines = await work(config, place, gym)
  for (const line of lines) console.log(line)
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exitCode = 1
}
