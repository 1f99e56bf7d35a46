// @ts-check
// Runs the migrations and writes the resulting schema to server/migrations/schema.sql.
import { installPackages } from './install.mjs'
import { runCommand } from './run-command.mjs'

await installPackages({ developing: true })
const parameters = ['run', '--project', 'server', 'server/platform/db/schema.test.ts']
const { code, output } = await runCommand('vitest', parameters, { env: { WRITE_SCHEMA: 'yes' } })
if (code !== 0) console.log(output)
process.exit(code)
