import { AccessToken } from '@torniquete/contract/session.ts'
import { usernameOf } from './gyms.ts'
import { benchPassword } from './processes.ts'

/** The header of a super admin's calls. */
export async function bearerOf(port: number, gym: number): Promise<{ authorization: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: usernameOf(gym), password: benchPassword }),
  })
  return { authorization: `Bearer ${AccessToken.parse(await response.json()).access_token}` }
}
