import { AccessToken } from '@torniquete/contract/admin/session.ts'
import { formatUsername } from './bench-gyms.ts'
import { benchPassword } from './processes.ts'

/** Makes the Authorization header of a gym's super admin, or of the platform administrator (master). */
export async function fetchAuthorizationHeader(
  port: number,
  gym: number | 'master',
): Promise<{ authorization: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: gym === 'master' ? gym : formatUsername(gym), password: benchPassword }),
  })
  return { authorization: `Bearer ${AccessToken.parse(await response.json()).access_token}` }
}
