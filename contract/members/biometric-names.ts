// Spanish names of templates, for the client's page and the history.
import type { BiometricKind } from './biometrics.ts'

/** Names of fingers in the order of the terminals' numbering, which begins at 0. */
export const fingerNames = [
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

export const biometricKindNames: Readonly<Record<BiometricKind, string>> = {
  finger: 'Huella',
  face: 'Rostro',
  vein: 'Venas del dedo',
  palm: 'Palma',
  photo: 'Foto del rostro',
}

export const formatTemplateName = ({ kind, finger }: { kind: BiometricKind; finger: number | null }): string => {
  const which = finger === null ? undefined : fingerNames[finger]
  return which ? `${biometricKindNames[kind]} · ${which.toLowerCase()}` : biometricKindNames[kind]
}
