import type { TokenUser } from '@torniquete/contract/admin/session.ts'

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}

function isSubject(value: unknown): value is TokenUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id_user' in value &&
    typeof value.id_user === 'number' &&
    'id_gym' in value &&
    (value.id_gym === null || typeof value.id_gym === 'number') &&
    'username' in value &&
    typeof value.username === 'string'
  )
}

/** Returns the user of a token, or null if the token is missing or broken. The server checks signature and expiry. */
export function readTokenSubject(token: string | null): TokenUser | null {
  if (token === null) return null
  try {
    const payload: unknown = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''))
    if (typeof payload !== 'object' || payload === null || !('sub' in payload)) return null
    const subject: unknown = typeof payload.sub === 'string' ? JSON.parse(payload.sub) : null
    return isSubject(subject) ? subject : null
  } catch {
    return null
  }
}
