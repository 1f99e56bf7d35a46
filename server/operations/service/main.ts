// `npm run service`, with `--print` or `--remove`.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { Refused } from '../../platform/refused.ts'
import { service } from './command.ts'
import type { Machine } from './machine.ts'

try {
  const { username, uid, homedir } = userInfo()
  const machine: Machine = {
    platform: process.platform,
    administrator: uid === 0,
    user: { name: username, id: uid, home: homedir },
    systemd: existsSync('/run/systemd/system'),
  }
  const place = { machine, node: process.execPath, folder: repositoryRoot, environment: process.env }
  for (const line of service(process.argv.slice(2), place)) console.log(line)
} catch (error) {
  console.error(error instanceof Refused ? error.message : error)
  process.exitCode = 1
}
