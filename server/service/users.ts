import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { Refused } from '../refused.ts'
import type { User } from './machine.ts'

// By the system's programs, which know users of a directory too.
const ask = 'name=$(id -un "$1") && echo "$name" && eval echo "~$name"'

/** Whose a file or folder is. What asks may say another: `sudo -i` and a root's login tell of nobody, or of who came before. */
export function ownerOf(path: string): User {
  const { uid } = statSync(path)
  const { status, stdout } = spawnSync('sh', ['-c', ask, 'sh', String(uid)], { encoding: 'utf8' })
  const [name, home] = stdout?.split('\n') ?? []
  if (status !== 0 || !name || !home) throw new Refused(`${path} es de un usuario que este equipo no conoce (${uid}).`)
  return { name, id: uid, home }
}
