// Texts about another device that calls with a terminal's serial number.
import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'

/** Another device uses the terminal's serial number: shown until a person decides. */
export const originText = ({ address, lacks }: NonNullable<DeviceStatus['origin_conflict']>): string =>
  `${lacks ? conflicts[lacks] : 'Otro equipo dice ser este dispositivo'} (${address})`

/** The device took over after a silence, unconfirmed so far. */
export const unprovenText = ({ address }: NonNullable<DeviceStatus['origin_unproven']>): string =>
  `Llama desde otra dirección (${address}): no recibe nombres, tarjetas ni huellas hasta que lo aceptes`

/** The terminal has called since its registration, but no person has accepted the address. */
export const firstText = ({ address }: NonNullable<DeviceStatus['origin_first']>): string =>
  `Conectado por primera vez desde ${address}: no recibe huellas ni rostros hasta que lo aceptes`

const conflicts = {
  key: 'Llama sin la clave que se le exige',
  'right-key': 'Llama con una clave distinta de la exigida',
  name: 'Otro equipo dice ser este dispositivo, sin la dirección del gimnasio',
  mark: 'Otro equipo con su número de serie llama desde la misma red',
}

/** Two devices share the serial number, so the terminal's state is uncertain. */
export const isTwo = ({ origin_conflict }: DeviceStatus): boolean => origin_conflict?.lacks === 'mark'
