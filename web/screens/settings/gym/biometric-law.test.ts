import { expect, test } from 'vitest'
import { findBiometricLaw } from './biometric-law.ts'

const mexican = 'Ley Federal de Protección de Datos Personales en Posesión de los Particulares'

test.each([
  ['America/Santo_Domingo', 'Ley 172-13'],
  ['Europe/Madrid', 'RGPD (art. 9) y LOPDGDD'],
  ['Atlantic/Canary', 'RGPD (art. 9) y LOPDGDD'],
  ['America/Mexico_City', mexican],
  ['America/Tijuana', mexican],
  ['America/Bogota', 'Ley 1581 de 2012'],
  ['Pacific/Galapagos', 'Ley Orgánica de Protección de Datos Personales'],
  ['America/New_York', null],
  ['America/Lima', null],
  ['UTC', null],
  ['no/existe', null],
])('biometric law: the law for %s is %s', (zone, law) => {
  expect(findBiometricLaw(zone)).toBe(law)
})

test.each(['DO', 'ES', 'MX', 'CO', 'EC'])('biometric law: every time zone of country %s has a law', (country) => {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[]
    getTimeZones?: () => string[]
  } // Newer engines have the method, older ones the property.
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  expect(zones.length).toBeGreaterThan(0)
  expect(zones.filter((zone) => findBiometricLaw(zone) === null)).toEqual([])
})
