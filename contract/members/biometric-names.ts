// Names of templates for desk and history.
import type { BiometricKind } from './biometrics.ts'

/** In the terminals' numbering from 0. */
export const fingers = [
  'Meñique izquierdo',
  'Anular izquierdo',
  'Corazón izquierdo',
  'Índice izquierdo',
  'Pulgar izquierdo',
  'Pulgar derecho',
  'Índice derecho',
  'Corazón derecho',
  'Anular derecho',
  'Meñique derecho',
]

export const kindNames: Readonly<Record<BiometricKind, string>> = {
  finger: 'Huella',
  face: 'Rostro',
  vein: 'Venas del dedo',
  palm: 'Palma',
  photo: 'Foto del rostro',
}

export const templateName = ({ kind, finger }: { kind: BiometricKind; finger: number | null }): string => {
  const which = finger === null ? undefined : fingers[finger]
  return which ? `${kindNames[kind]} · ${which.toLowerCase()}` : kindNames[kind]
}
