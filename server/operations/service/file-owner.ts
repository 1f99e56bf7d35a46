import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { Refused } from '../../platform/refused-start.ts'
import type { User } from './service-types.ts'

// The system's programs know users of a directory service too.
const ask = 'name=$(id -un "$1") && echo "$name" && eval echo "~$name"'

/** Finds the owner of a file. The environment under `sudo -i` or a login of root may name another user or none. */
export function findOwner(path: string): User {
  const { uid } = statSync(path)
  const { status, stdout } = spawnSync('sh', ['-c', ask, 'sh', String(uid)], { encoding: 'utf8' })
  const [name, home] = stdout?.split('\n') ?? []
  if (status !== 0 || !name || !home) throw new Refused(`${path} es de un usuario que este equipo no conoce (${uid}).`)
  return { name, id: uid, home }
}
