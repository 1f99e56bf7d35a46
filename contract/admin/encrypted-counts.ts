import { pluralize } from '../shared/format-numbers.ts'

/** Returns a text such as `2 huellas o rostros y 1 canal de mensajes`, or '' if both counts are 0. */
export const formatEncryptedCounts = ({ biometrics, channels }: { biometrics: number; channels: number }): string =>
  [
    ...(biometrics > 0 ? [pluralize(biometrics, 'huella o rostro', 'huellas o rostros')] : []),
    ...(channels > 0 ? [pluralize(channels, 'canal de mensajes', 'canales de mensajes')] : []),
  ].join(' y ')
