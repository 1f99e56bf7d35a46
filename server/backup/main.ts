// `npm run backup -- FILE` and `npm run restore -- FILE`.
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { Refused } from '../refused.ts'
import { isRefusal } from '../running-server.ts'
import { backUp, restore } from './commands.ts'

/** Whoever stops a copy finds nothing of it. A restore that is cut off is begun again by the next. */
function stopped(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => ending.abort(new Refused('La copia se interrumpió: no quedó nada de ella.')))
  return ending.signal
}

try {
  // Whoever stands at the till goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
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
