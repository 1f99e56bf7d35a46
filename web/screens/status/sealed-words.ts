import { formatSealedCounts } from '@torniquete/contract/admin/sealed.ts'
import type { SealedStatus } from '@torniquete/contract/admin/status.ts'
import type { StatusLine } from '../../features/installation/installation-words.ts'

export function sealedWords({ missing, unreadable, servers }: SealedStatus): StatusLine[] {
  const told: StatusLine[] = []
  const lost = formatSealedCounts(unreadable)
  if (lost && missing)
    told.push({
      color: 'red',
      text: `Falta la clave de lo que está cifrado (${lost}). Lo demás funciona, y las terminales abren a quien ya conocen. Vuelve a poner el archivo biometrics-key en DATA_DIR (cada copia lo lleva), o BIOMETRICS_KEY si la tenías, e inicia otra vez. Si se perdió, pon una BIOMETRICS_KEY nueva: después se escriben otra vez las contraseñas de los canales y se registran otra vez las huellas.`,
    })
  else if (lost)
    told.push({
      color: 'yellow',
      text: `No se puede leer lo que se cifró con otra clave: ${lost}. Vuelve a poner la de antes (biometrics-key o BIOMETRICS_KEY), o escribe otra vez las contraseñas de los canales y registra otra vez las huellas.`,
    })
  if (servers.length > 0)
    told.push({
      color: 'red',
      text: `${servers.join(', ')}: otra BIOMETRICS_KEY que este servidor. Lo que uno cifra no lo leen los demás: pon la misma en todos.`,
    })
  return told
}
