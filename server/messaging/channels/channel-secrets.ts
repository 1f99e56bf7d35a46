import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { z } from 'zod'
import type { Sealer } from '../../platform/crypto/seal.ts'
import { formatSealContext, type StoredChannel } from './queries.ts'

const WhatsappSecrets = z.object({
  token: z.string(),
  app_secret: z.string().nullable(),
  verify_token: z.string().nullable(),
})
type WhatsappSecrets = z.infer<typeof WhatsappSecrets>
const EmailSecrets = z.object({ password: z.string() })

export function sealSecrets(seal: Sealer, gym: number, channel: MessageChannel, secrets: object) {
  const sealed = seal.close(Buffer.from(JSON.stringify(secrets)), formatSealContext(gym, channel))
  return { sealed, key_name: seal.keyName }
}

function openAny(seal: Sealer, gym: number, { channel, sealed }: StoredChannel): unknown {
  const opened = sealed && seal.open(sealed, formatSealContext(gym, channel))
  return opened && JSON.parse(opened.toString())
}

/** Opens the sealed password; null if there is none or another key sealed it. */
export const decryptEmailPassword = (seal: Sealer, gym: number, row: StoredChannel): string | null =>
  EmailSecrets.safeParse(openAny(seal, gym, row)).data?.password ?? null

export const decryptWhatsappSecrets = (seal: Sealer, gym: number, row: StoredChannel): WhatsappSecrets | null =>
  WhatsappSecrets.safeParse(openAny(seal, gym, row)).data ?? null

export const hasReadableSecrets = (seal: Sealer, gym: number, row: StoredChannel): boolean =>
  row.sealed === null || openAny(seal, gym, row) !== null
