import { formatCountWithNoun } from '../shared/format-numbers.ts'

interface EncryptedCounts {
  biometrics: number
  channels: number
  certificates: number
}

/** Returns a text such as `2 huellas o rostros y 1 canal de mensajes`, or '' if all counts are 0. */
export const formatEncryptedCounts = ({ biometrics, channels, certificates }: EncryptedCounts): string =>
  new Intl.ListFormat('es').format([
    ...(biometrics > 0 ? [formatCountWithNoun(biometrics, 'huella o rostro', 'huellas o rostros')] : []),
    ...(channels > 0 ? [formatCountWithNoun(channels, 'canal de mensajes', 'canales de mensajes')] : []),
    ...(certificates > 0 ? [formatCountWithNoun(certificates, 'certificado de firma', 'certificados de firma')] : []),
  ])
