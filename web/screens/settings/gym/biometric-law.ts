// Laws on biometric data by time zone. All zones are listed, because some browsers do not know a country's zones.
const zonesOfMexico =
  'Mexico_City Cancun Merida Monterrey Matamoros Mazatlan Chihuahua Ciudad_Juarez Ojinaga Hermosillo Tijuana Bahia_Banderas Ensenada Santa_Isabel'

const laws: readonly (readonly [law: string, zones: readonly string[]])[] = [
  ['Ley 172-13', ['America/Santo_Domingo']],
  ['RGPD (art. 9) y LOPDGDD', ['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']],
  [
    'Ley Federal de Protección de Datos Personales en Posesión de los Particulares',
    [
      ...zonesOfMexico.split(' ').map((city) => `America/${city}`),
      'Mexico/General',
      'Mexico/BajaNorte',
      'Mexico/BajaSur',
    ],
  ],
  ['Ley 1581 de 2012', ['America/Bogota']],
  ['Ley Orgánica de Protección de Datos Personales', ['America/Guayaquil', 'Pacific/Galapagos']],
]

/** Name of the law for an IANA time zone; null if its country's law is not listed. */
export const findBiometricLaw = (zone: string): string | null =>
  laws.find(([, zones]) => zones.some((each) => each.toLowerCase() === zone.toLowerCase()))?.[0] ?? null
