// `npm run backup -- FILE` and `npm run restore -- FILE`.
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { readConfig, WrongSetting } from '../config.ts'
import { EmbeddedPostgresError } from '../db/embedded/errors.ts'
import { Refused } from '../refused.ts'
import { backUp, restore } from './commands.ts'

/** Whoever stops a copy finds nothing of it. A restore that is cut off is begun again by the next. */
function stopped(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => ending.abort(new Refused('La copia se interrumpió: no quedó nada de ella.')))
  return ending.signal
}

/** Not the server's own word for it: loading all of that takes the till's processor for longer than a second of copying does. */
const isRefusal = (error: unknown): error is Error =>
  [WrongSetting, EmbeddedPostgresError, Refused].some((refusal) => error instanceof refusal)

try {
  // Whoever stands at the till goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  const [command, file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) throw new Refused(`Falta el archivo, o sobra algo: npm run ${command} -- ARCHIVO`)
  const config = readConfig(process.env)
  // npm goes to the package's folder first.
  const place = resolve(process.env.INIT_CWD ?? '.', file)
  const lines = command === 'restore' ? await restore(config, place) : await backUp(config, place, stopped())
  for (const line of lines) console.log(line)
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exitCode = 1
}
