// What the first screen asks the server begins at once: who is signed in, and the gym.
import { readToken } from './api/token.ts'
import { readSubject } from './api/token-subject.ts'
import { readEarly } from './api/use-endpoint.ts'

export function startEarly(): void {
  const token = readToken()
  const subject = token === null ? null : readSubject(token)
  if (!subject) return
  readEarly('users.read', { params: { id_user: subject.id_user } })
  // The master has none.
  if (subject.id_gym !== null) readEarly('gym-info.read', {})
}
