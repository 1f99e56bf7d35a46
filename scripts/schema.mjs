// @ts-check
// Writes server/migrations/schema.sql from the schema that the migrations make.
import { installPackages } from './install.mjs'
import { runCommand } from './run-command.mjs'

await installPackages({ developing: true })
const parameters = ['run', '--project', 'server', 'server/platform/db/schema.test.ts']
const { code, output } = await runCommand('vitest', parameters, { env: { WRITE_SCHEMA: 'yes' } })
if (code !== 0) console.log(output)
process.exit(code)
