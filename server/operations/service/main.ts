// Command `npm run service`, optionally with `--print` or `--remove`.
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { runServiceCommand } from './service-command.ts'
import { detectHostMachine } from './service-types.ts'

try {
  const place = {
    machine: detectHostMachine(),
    node: process.execPath,
    folder: repositoryRoot,
    environment: process.env,
  }
  for (const line of runServiceCommand(process.argv.slice(2), place)) console.log(line)
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}
