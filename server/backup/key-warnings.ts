import type { Config } from '../config.ts'
import { namesOf } from '../sealing-key.ts'
import type { Head } from './manifest.ts'

const what = 'ATENCIÓN: las contraseñas de los canales, las huellas y los rostros de esta copia'

/** What of a copy nobody could open by the key that there would be: said before it is unpacked, while it can be looked for. */
export function keyWarnings(
  { BIOMETRICS_KEY }: Pick<Config, 'BIOMETRICS_KEY'>,
  { keys }: Pick<Head, 'keys'>,
): string[] {
  if (!keys) return []
  const lacksIn = (names: readonly string[]) => keys.needed.some((name) => !names.includes(name))
  const isGiven = BIOMETRICS_KEY !== undefined
  if (!lacksIn(isGiven ? namesOf(BIOMETRICS_KEY) : keys.carried)) return []
  if (isGiven && !lacksIn(keys.carried))
    return [`${what} no se leen con esta BIOMETRICS_KEY, y sí con la clave que la copia lleva: quita BIOMETRICS_KEY.`]
  if (keys.carried.length > 0)
    return [`${what} se cifraron, en parte, con una clave que aquella instalación ya no tenía: no se podrán leer.`]
  return [
    isGiven
      ? `${what} se cifraron con otra BIOMETRICS_KEY: no se podrán leer con esta. Pon la de aquella instalación antes de iniciar.`
      : `${what} se cifraron con una BIOMETRICS_KEY que la copia no lleva: ponla antes de iniciar, o no se podrán leer.`,
  ]
}
